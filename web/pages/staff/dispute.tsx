import { useState } from 'react'

import type { Dispute, DisputeEvidence, DisputeListItem } from '#shared/dispute.ts'
import { formatNaira } from '#shared/money.ts'
import { useLoaderData, useRevalidator } from '#web/router/navigate.tsx'

import { browserApi } from '../../api/client.ts'
import { paths } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { formatMoment } from '../../format/day.ts'
import { disputeText } from '../../text/dispute.ts'
import { BackLink } from '../../ui/page-head.tsx'
import { Card, Badge, type Tone } from '../../ui/card.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader } from '../parts/dashboard/screen-header.tsx'
import { itemLoader } from '../parts/session/item-loader.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useApiForm } from '../../forms/api-form.tsx'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.tsx'
import { Facts } from '../../ui/facts.tsx'

type Answer = 'accept' | 'decline'
type DialogProps = Props & { answer: Answer; open: boolean; onClose: () => void }

/** Declines with the evidence, or accepts with an amount. Each asks for words to the bank first. */
export function AnswerDispute(props: Props) {
  const { answer: text } = disputeText
  const [opened, setOpened] = useState<Answer | null>(null)
  const close = () => setOpened(null)
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <h2 className="text-lg font-bold">{text.title}</h2>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button onClick={() => setOpened('decline')}>{text.decline}</Button>
        <Button variant="quiet" onClick={() => setOpened('accept')}>
          {text.accept}
        </Button>
      </div>
      {(['decline', 'accept'] as const).map((answer) => (
        <AnswerDialog
          key={answer}
          {...props}
          answer={answer}
          open={opened === answer}
          onClose={close}
        />
      ))}
    </Card>
  )
}

function AnswerDialog({ dispute, answer, open, onDone, onClose }: DialogProps) {
  const { answer: text } = disputeText
  const { id, acceptable, amount: disputed } = dispute
  const isAccepted = answer === 'accept'
  const most = disputed !== null && disputed < acceptable ? disputed : acceptable
  const { field, ...form } = useApiForm({
    schema: isAccepted ? 'disputeAcceptSchema' : 'disputeDeclineSchema',
    defaultValues: {
      message: '',
      ...(isAccepted && { amount: formatNaira(most).replace('₦', '') }),
    },
    onSubmit: async (values) => {
      await browserApi.post(`/disputes/:id/${answer}`, values, { id })
      onClose()
      toast(text.sent)
      onDone()
    },
  })
  return (
    <FormDialog
      open={open}
      title={isAccepted ? text.acceptTitle : text.declineTitle}
      text={isAccepted ? text.acceptText : text.declineText}
      form={form}
      submit={text[answer]}
      cancel={text.cancel}
      variant={isAccepted ? 'danger' : 'primary'}
      onClose={onClose}
    >
      {isAccepted && <MoneyField label={text.acceptAmount} {...field('amount')} />}
      <TextAreaField
        label={text.message}
        hint={text.messageHint}
        rows={5}
        maxLength={2_000}
        {...field('message')}
      />
    </FormDialog>
  )
}

type FactsProps = { dispute: Omit<DisputeListItem, 'conflicts'> }

const tones: Record<DisputeListItem['state'], Tone> = {
  open: 'warning',
  late: 'danger',
  answered: 'info',
  resolved: 'neutral',
}

function DisputeFacts({ dispute }: FactsProps) {
  const text = disputeText
  const { state, amount, category, resolution } = dispute
  return (
    <div className="space-y-1">
      <p className="flex">
        <Badge tone={tones[state]}>{text.states[state]}</Badge>
      </p>
      <p className="font-medium">
        {amount === null ? text.amountUnknown : text.amount({ sum: formatNaira(amount) })}
      </p>
      <p>{toDeadline(dispute)}</p>
      {resolution !== null && <p className="font-medium">{text.resolutions[resolution]}</p>}
      {category !== null && (
        <p className="text-sm text-muted">{text.category({ name: category })}</p>
      )}
    </div>
  )
}

function toDeadline({ state, dueAt, resolvedAt }: FactsProps['dispute']): string {
  const text = disputeText
  if (resolvedAt !== null) return text.resolvedAt({ moment: formatMoment(resolvedAt) })
  if (dueAt === null) return text.noDue
  return state === 'open'
    ? text.due({ moment: formatMoment(dueAt) })
    : text.wasDue({ moment: formatMoment(dueAt) })
}

export const loader = itemLoader((api, id) => api.get('/disputes/:id', { id }))

/** One dispute with its evidence and its answers. */
export function Component() {
  const text = disputeText
  const { data } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Loaded data={data} text={text} header={<HiddenHeader title={text.title} />}>
      {(dispute) => (
        <>
          <title>{dashboardText.pageTitle({ title: dispute.campaign })}</title>
          <BackLink to={paths.disputes}>{text.back}</BackLink>
          <DisputeView dispute={dispute} onDone={() => void revalidate()} />
        </>
      )}
    </Loaded>
  )
}

type Props = { dispute: Dispute; onDone: () => void }

/** A dispute: what the bank claims, what we know, and the answers. */
function DisputeView({ dispute, onDone }: Props) {
  return (
    <article className="grid max-w-3xl gap-6">
      <header className="space-y-3">
        <h1 className="text-2xl font-bold wrap-anywhere">{dispute.campaign}</h1>
        <DisputeFacts dispute={dispute} />
      </header>
      {dispute.canAnswer && <AnswerDispute dispute={dispute} onDone={onDone} />}
      <Answers answers={dispute.answers} />
      <Evidence id={dispute.id} evidence={dispute.evidence} />
    </article>
  )
}

function Answers({ answers }: Pick<Dispute, 'answers'>) {
  const { answers: text } = disputeText
  if (answers.length === 0) return null
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <h2 className="text-lg font-bold">{text.title}</h2>
      <ol className="grid gap-4">
        {answers.map(({ kind, message, refund, state, refusal, at, name }) => (
          <li key={at} className="space-y-1 border-l-4 border-line pl-3">
            <p className="font-semibold">
              {text.kinds[kind]}
              {refund !== null && `, ${formatNaira(refund)}`}
            </p>
            <p>{refusal ?? text.states[state]}</p>
            <p className="whitespace-pre-line wrap-anywhere">{message}</p>
            <p className="text-sm text-muted">
              {text.entry({ when: formatMoment(at), name: name ?? text.formerStaff })}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

type EvidenceProps = { id: number; evidence: DisputeEvidence }

/** What the bank gets when the dispute is declined. */
function Evidence({ id, evidence }: EvidenceProps) {
  const { evidence: text } = disputeText
  const { correspondence } = evidence
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <header className="space-y-1">
        <h2 className="text-lg font-bold">{text.title}</h2>
        <p className="text-muted">{text.intro}</p>
        <a href={`/api/disputes/${id}/evidence.pdf`} className="link tap">
          {text.download}
        </a>
      </header>
      <Facts facts={toFacts(evidence)} className="grid gap-x-8 gap-y-4 sm:grid-cols-2" />
      <h3 className="font-bold">{text.correspondence}</h3>
      {correspondence.length === 0 ? (
        <p>{text.noCorrespondence}</p>
      ) : (
        <ol className="grid gap-3">
          {correspondence.map(({ kind, at, text: words }) => (
            <li key={at + kind} className="border-l-4 border-line pl-3">
              <p className="font-semibold">{text.kinds[kind]}</p>
              <p className="whitespace-pre-line wrap-anywhere">{words}</p>
              <p className="text-sm text-muted">{formatMoment(at)}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function toFacts(evidence: DisputeEvidence): [string, string][] {
  const { evidence: text } = disputeText
  const { donor, donated, paidAt, reference, channel, receipt, campaign } = evidence
  return [
    [text.donor, `${donor.name} ${donor.email}`.trim()],
    [text.donated, formatNaira(donated)],
    ...(paidAt === null ? [] : [[text.paidAt, formatMoment(paidAt)] as [string, string]]),
    [text.reference, reference],
    ...(channel === null ? [] : [[text.channel, channel] as [string, string]]),
    [text.receipt, receipt?.number ?? text.noReceipt],
    [text.campaign, campaign.title],
    [text.organiser, campaign.organiser],
    [text.purpose, campaign.raiseMoneyFor],
  ]
}
