import type * as z from 'zod/mini'

import type { feedbackSchema } from '#shared/feedback.ts'

import { browserApi, noContent } from '../../../api/client.ts'
import { ApiForm } from '../../../forms/api-form.tsx'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { settingsText } from '../../../text/settings.ts'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

/** 'Feedback': stored, and mailed to the support address (readings M7). */
export function FeedbackForm() {
  const text = settingsText
  const { formProps, field, busy, wait } = useApiForm<z.input<typeof feedbackSchema>>({
    loadSchema: lazySchema('feedbackSchema'),
    defaultValues: { feedback: '' },
    typedText: 'feedback',
    onSubmit: async (values, { reset }) => {
      await browserApi.post('/feedback', values, noContent)
      toast(text.feedbackSent)
      reset()
    },
  })
  return (
    <ApiForm {...formProps} className="grid max-w-lg gap-5">
      <h2 className="text-lg font-semibold">{text.feedbackIntro}</h2>
      <TextAreaField label={text.feedback} rows={6} maxLength={5_000} {...field('feedback')} />
      <SubmitButton busy={busy} wait={wait} className="w-full">
        {text.sendFeedback}
      </SubmitButton>
    </ApiForm>
  )
}
