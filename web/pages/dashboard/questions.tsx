import type { CampaignQuestion } from '#shared/campaign-question.ts'
import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'

import { Loaded } from '../parts/dashboard/loaded.tsx'
import { Missing } from '../parts/dashboard/missing.tsx'
import { HiddenHeader, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { RowSkeletons } from '../parts/dashboard/skeletons.tsx'
import { AnswerQuestion } from './questions/answer-question.tsx'
import { campaignPath } from '../../navigation/paths.ts'
import { formatMoment } from '../../text/day.ts'
import { questionText } from '../../text/question.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { loader } from './questions.data.ts'

/** What people ask the organiser about a campaign, unanswered questions first. */
export function Component() {
  const { organiser: text } = questionText
  const { campaignId, data } = useLoaderData<typeof loader>()
  return (
    <Loaded
      data={data}
      failed={text.failed}
      missing={<Missing />}
      header={<HiddenHeader title={text.title} />}
      skeleton={<RowSkeletons label={text.loading} />}
    >
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
  const { organiser: text } = questionText
  const { revalidate } = useRevalidator()
  const { id, name, at, state, answer } = question
  return (
    <li className="card p-4 sm:p-5">
      <h2 className="font-bold wrap-anywhere">{text.asks(name, formatMoment(at))}</h2>
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
