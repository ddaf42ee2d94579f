import type * as z from 'zod/mini'

import type { answerQuestionSchema } from '#shared/campaign-question.ts'

import { browserApi, noContent } from '../../../api/client.ts'
import { ApiForm } from '../../../forms/api-form.tsx'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { runApiAction } from '../../../forms/use-api-action.ts'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { questionText } from '../../../text/question.ts'
import { ConfirmButton } from '../../../ui/dialogs/confirm-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type Props = { campaignId: string; id: string; onDone: () => void }

/** The organiser's answer to a question, or its report to reviewers. */
export function AnswerQuestion({ campaignId, id, onDone }: Props) {
  const { organiser: text } = questionText
  const path = `/campaigns/${encodeURIComponent(campaignId)}/questions/${encodeURIComponent(id)}`
  const { formProps, field, busy, wait } = useApiForm<z.input<typeof answerQuestionSchema>>({
    loadSchema: lazySchema('answerQuestionSchema'),
    defaultValues: { answer: '' },
    typedText: `question ${id}`,
    onSubmit: async (values) => {
      await browserApi.post(`${path}/answer`, values, noContent)
      toast(text.sent)
      onDone()
    },
  })
  const report = () =>
    runApiAction(async () => {
      await browserApi.post(`${path}/report`, {}, noContent)
      toast(text.reported)
      onDone()
    })
  return (
    <ApiForm {...formProps} className="mt-3 grid gap-3">
      <TextAreaField
        label={text.answer}
        hint={text.answerHint}
        rows={4}
        maxLength={2_000}
        {...field('answer')}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy} wait={wait}>
          {text.send}
        </SubmitButton>
        <ConfirmButton
          variant="quiet"
          title={text.reportTitle}
          question={text.reportConfirm}
          confirmLabel={text.report}
          cancelLabel={text.cancel}
          onConfirm={report}
        >
          {text.report}
        </ConfirmButton>
      </div>
    </ApiForm>
  )
}
