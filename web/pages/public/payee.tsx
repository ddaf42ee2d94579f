import { formatNaira, kobo } from '#shared/money.ts'
import { type PayeeAnswer, type PayeeQuestion } from '#shared/payee.ts'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { nullIf } from '../../api/api-error.ts'
import { getApi } from '../../api/client.ts'
import { ActionForm } from '../../forms/action-form.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import type { FormResult } from '../../forms/form-result.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { TaskPage } from '../../layouts/task-page.tsx'
import { paths, payeePath } from '../../navigation/paths.ts'
import { payeeText } from '../../text/payee.ts'
import { DonePanel } from '../../ui/done-panel.tsx'
import { Facts } from '../../ui/facts.tsx'

const { question: text } = payeeText

/** A link that we did not create looks like one that has expired. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const question = getApi(context).get('/payees/:id', { id: params.token ?? '' })
  return question.catch(nullIf('not-found'))
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const values = await readValues(request)
  const { token = '' } = params
  return submitForm({ values, schema: 'payeeAnswerSchema' }, async (answer) => {
    await getApi(context).post('/payees/:id', answer, { id: token })
    return redirect(payeePath(token))
  })
}

/** Opened from a mail by the person who receives the money, without an account. Works without script. */
export function Component() {
  const question = useLoaderData<typeof loader>()
  return (
    <TaskPage title={text.title}>
      {question === null ? (
        <DonePanel isRefused link={{ to: paths.landing, name: text.home }}>
          {text.expired}
        </DonePanel>
      ) : (
        <Question {...question} />
      )}
    </TaskPage>
  )
}

function Question(question: PayeeQuestion) {
  const { state, organiser, title } = question
  const isAnswered = state !== 'asked' && state !== 'not-asked'
  return (
    <>
      {isAnswered && <DonePanel>{text.done[state]}</DonePanel>}
      <p className="wrap-anywhere">{text.lead({ organiser, title })}</p>
      <QuestionFacts {...question} />
      {!isAnswered && <p>{text.effect}</p>}
      <p className="text-sm text-muted">{text.caution}</p>
      <Answers state={state} />
    </>
  )
}

function QuestionFacts({ raiseMoneyFor, goal, bankName, ...account }: PayeeQuestion) {
  const { accountNumberLast4, accountName } = account
  const facts = [
    [text.purpose, raiseMoneyFor],
    [text.goal, formatNaira(kobo(goal))],
    [
      text.account,
      text.accountLine({ bank: bankName ?? text.unknownBank, last4: accountNumberLast4 }),
    ],
    ...(accountName === null ? [] : ([[text.holder, accountName]] as const)),
  ] as const
  return <Facts facts={facts} className="card grid gap-4 p-5" />
}

function Answers({ state }: Pick<PayeeQuestion, 'state'>) {
  if (state === 'declined' || state === 'withdrawn') return null
  if (state !== 'confirmed')
    return (
      <div className="grid gap-3">
        <AnswerForm answer="confirm" />
        <AnswerForm answer="decline" variant="quiet" />
      </div>
    )
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{text.withdrawHint}</p>
      <AnswerForm answer="withdraw" variant="quiet" />
    </div>
  )
}

function AnswerForm({ answer, variant }: { answer: PayeeAnswer; variant?: 'quiet' }) {
  const result = useActionData<typeof action>() as FormResult | undefined
  const own = result?.values.answer === answer ? result : undefined
  return (
    <ActionForm result={own} schema="payeeAnswerSchema" className="grid gap-3">
      {() => (
        <>
          <input type="hidden" name="answer" value={answer} />
          <SubmitButton wait={own} {...(variant && { variant })}>
            {text.answers[answer]}
          </SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
