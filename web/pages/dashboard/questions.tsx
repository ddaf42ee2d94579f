import type { CampaignQuestion } from '#shared/campaign-question.ts'
import { useLoaderData, useRevalidator } from '#web/router/navigate.tsx'

import { browserApi } from '../../api/client.ts'
import { ApiForm, useApiForm } from '../../forms/api-form.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { runApiAction } from '../../forms/use-api-action.ts'
import { campaignPath } from '../../navigation/paths.ts'
import { formatMoment } from '../../format/day.ts'
import { questionText } from '../../text/question.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { BackLink } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import type { loader } from './questions.data.ts'

const { organiser: text } = questionText

export function Component() {
  const { id: campaignId, data } = useLoaderData<typeof loader>()
  return (
    <Loaded data={data} text={text} header={<HiddenHeader title={text.title} />}>
      {({ questions }) => (
        <>
          <BackLink to={campaignPath(campaignId)}>{text.back}</BackLink>
          <ScreenHeader title={text.title} subtitle={text.subtitle} />
          {questions.length === 0 ? (
            <EmptyState title={text.none} text={text.noneHint} />
          ) : (
            <ul className="grid max-w-2xl gap-4">
              {questions.map((question) => (
                <Question key={question.id} campaignId={campaignId} question={question} />
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  )
}

type QuestionProps = { campaignId: string; question: CampaignQuestion }

function Question({ campaignId, question }: QuestionProps) {
  const { revalidate } = useRevalidator()
  const { id, name, at, state, answer } = question
  return (
    <li className="card p-4 sm:p-5">
      <h2 className="font-bold wrap-anywhere">{text.asks({ name, at: formatMoment(at) })}</h2>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{question.question}</p>
      {state === 'sent' && (
        <AnswerQuestion campaignId={campaignId} id={id} onDone={() => void revalidate()} />
      )}
      {state === 'reported' && <p className="mt-3 text-sm text-muted">{text.reported}</p>}
      {answer !== null && (
        <div className="mt-3 border-l-4 border-line pl-3">
          <p className="text-sm text-muted">{text.yourAnswer}</p>
          <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
        </div>
      )}
    </li>
  )
}

type Props = { campaignId: string; id: string; onDone: () => void }

export function AnswerQuestion({ campaignId, id, onDone }: Props) {
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'answerQuestionSchema',
    defaultValues: { answer: '' },
    typedText: `question ${id}`,
    onSubmit: async (values) => {
      await browserApi.post('/campaigns/:id/questions/:question/answer', values, {
        id: campaignId,
        question: id,
      })
      toast(text.sent)
      onDone()
    },
  })
  const report = () =>
    runApiAction(async () => {
      await browserApi.post(
        '/campaigns/:id/questions/:question/report',
        {},
        { id: campaignId, question: id },
      )
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
        <ConfirmButton title={text.reportTitle} question={text.reportConfirm} onConfirm={report}>
          {text.report}
        </ConfirmButton>
      </div>
    </ApiForm>
  )
}
