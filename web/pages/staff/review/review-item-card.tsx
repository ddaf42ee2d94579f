import type { ReactNode } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { ReviewItem } from '#shared/review.ts'

import { categoryName } from '../../../format/category-name.ts'
import { consentText } from '../../../text/consent.ts'
import { formatMoment, formatDay } from '../../../format/day.ts'
import { editsText } from '../../../text/edits.ts'
import { payeeText } from '../../../text/payee.ts'
import { reviewText } from '../../../text/review.ts'
import { Badge, Card } from '../../../ui/card.tsx'
import { ReviewChecks } from './review-checks.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewDocuments } from './review-documents.tsx'

type Props = {
  item: ReviewItem
  /** The campaign as visitors see it. */
  preview: ReactNode
  history: ReactNode
  /** What a change would change. Null for a new campaign. */
  difference: ReactNode
  /** Stands in place of the decision where another reviewer has to decide. */
  conflict: ReactNode
  onDecided: () => void
}

/** A campaign of the queue: facts and checks, a preview beside them, and the decision. */
export function ReviewItemCard({ item, preview, history, difference, conflict, onDecided }: Props) {
  const text = reviewText
  const { campaign, kind, transitions } = item
  return (
    <article aria-labelledby={`review-${campaign.id}`}>
      <Card className="grid gap-6 p-5 sm:p-6">
        <header className="space-y-1">
          <h2 id={`review-${campaign.id}`} className="text-xl font-bold wrap-anywhere">
            {campaign.title}
          </h2>
          <p className="text-sm text-muted">
            {text.submitted({ when: formatMoment(item.submittedAt) })}
          </p>
          {kind === 'change' && (
            <p className="flex">
              <Badge tone="info">{text.change}</Badge>
            </p>
          )}
        </header>
        <div className="group grid gap-6 xl:has-[>details[open]]:grid-cols-[22rem_minmax(0,1fr)]">
          <div className="grid content-start gap-6">
            <ReviewFacts item={item} goal={formatNaira(campaign.goal)} />
            <ReviewChanges changes={item.changes} difference={difference} />
            <ReviewChecks checks={item.checks} />
            <ReviewDocuments documents={item.documents} />
            {transitions.length > 1 && (
              <details>
                <summary className="py-1 font-semibold">{text.history}</summary>
                <div className="pt-2">{history}</div>
              </details>
            )}
          </div>
          <details open className="min-w-0 self-start rounded-card border border-line">
            <summary className="px-4 py-3 font-semibold">{text.asPublic}</summary>
            <div className="border-t border-line p-4 sm:p-6">{preview}</div>
          </details>
        </div>
        {conflict ?? <ReviewDecision item={item} onDecided={onDecided} />}
      </Card>
    </article>
  )
}

type ChangesProps = Pick<ReviewItem, 'changes'> & { difference: ReactNode }

/** The fields of a requested change, and the difference of what visitors see. */
function ReviewChanges({ changes, difference }: ChangesProps) {
  if (changes.length === 0) return null
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{reviewText.changed}</h3>
      <p>{changes.map(({ field }) => editsText.fields[field]).join(', ')}</p>
      {difference}
    </section>
  )
}

const guardianNames: Record<string, string> = consentText.guardians

/** Facts that only reviewers see: the owner and the bank account (readings C8). */
function ReviewFacts({ item, goal }: { item: ReviewItem; goal: string }) {
  const text = reviewText
  const { campaign, accountNumberLast4, bankCode, bankName } = item
  const { owner, contact, startDate, endDate } = campaign
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3 xl:group-has-[>details[open]]:grid-cols-1">
      <Fact name={text.owner}>{`${owner.firstname} ${owner.lastname}`}</Fact>
      <Fact name={text.bank}>
        {text.account({
          last4: accountNumberLast4,
          bank: bankName ?? text.unknownBank({ code: bankCode }),
        })}
      </Fact>
      <PayeeFact payee={item.payee} />
      <Fact name={text.goal}>
        <span className="money">{goal}</span>
      </Fact>
      <Fact name={text.place}>{`${campaign.city}, ${campaign.country}`}</Fact>
      <Fact name={text.category}>{categoryName(campaign.category)}</Fact>
      <Fact name={text.dates}>
        {text.period({
          start: formatOptionalDay(startDate) ?? text.noDate,
          end: formatOptionalDay(endDate) ?? text.noDate,
        })}
      </Fact>
      {item.consents.map(({ kind, givenBy, givenAt, withdrawnAt }) => (
        <Fact key={kind + givenAt} name={text.consents[kind]}>
          {guardianNames[givenBy] ?? givenBy}
          <Note>{formatMoment(withdrawnAt ?? givenAt)}</Note>
          {withdrawnAt !== null && <Note>{text.consents.withdrawn}</Note>}
        </Fact>
      ))}
      <Fact name={text.contact}>
        {contact === null ? (
          text.noContact
        ) : (
          <>
            {contact.name}
            <Note>{contact.email}</Note>
            <Note>{contact.phone}</Note>
          </>
        )}
      </Fact>
    </dl>
  )
}

function PayeeFact({ payee }: Pick<ReviewItem, 'payee'>) {
  const { review: text, kinds } = payeeText
  if (payee === null) return null
  const { kind, name, state, cacNumber, scumlNumber, confirmedName } = payee
  return (
    <Fact name={text.title}>
      {kind === 'self' ? kinds.self : name}
      {kind !== 'self' && <Note>{kinds[kind]}</Note>}
      {state !== 'not-asked' && <Note>{text.states[state]}</Note>}
      {cacNumber !== null && <Note>{text.cac({ number: cacNumber })}</Note>}
      {scumlNumber !== null && <Note>{text.scuml({ number: scumlNumber })}</Note>}
      <Note>{confirmedName === null ? text.nameUnconfirmed : text.nameConfirmed}</Note>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block text-sm font-normal text-muted">{children}</span>
}

function formatOptionalDay(day: string | null): string | null {
  return day === null ? null : formatDay(day)
}
