import type { ReactNode } from 'react'

import type { ReviewItem } from '#shared/review.ts'

import { categoryName } from '../../text/category-name.ts'
import { formatDay, formatMoment } from '../../text/day.ts'
import { payeeText } from '../../text/payee.ts'
import { reviewText } from '../../text/review.ts'
import { consentText } from '../../text/consent.ts'

const guardianNames: Record<string, string> = consentText.guardians

/** Facts that only reviewers see: the owner and the bank account (readings C8). */
export function ReviewFacts({ item, goal }: { item: ReviewItem; goal: string }) {
  const text = reviewText
  const { campaign, accountNumberLast4, bankCode, bankName } = item
  const { owner, contact, startDate, endDate } = campaign
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3 xl:group-has-[>details[open]]:grid-cols-1">
      <Fact name={text.owner}>{`${owner.firstname} ${owner.lastname}`}</Fact>
      <Fact name={text.bank}>
        {text.account(accountNumberLast4, bankName ?? text.unknownBank(bankCode))}
      </Fact>
      <PayeeFact payee={item.payee} />
      <Fact name={text.goal}>
        <span className="money">{goal}</span>
      </Fact>
      <Fact name={text.place}>{`${campaign.city}, ${campaign.country}`}</Fact>
      <Fact name={text.category}>{categoryName(campaign.category)}</Fact>
      <Fact name={text.dates}>
        {text.period(
          formatOptionalDay(startDate) ?? text.noDate,
          formatOptionalDay(endDate) ?? text.noDate,
        )}
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
      {cacNumber !== null && <Note>{text.cac(cacNumber)}</Note>}
      {scumlNumber !== null && <Note>{text.scuml(scumlNumber)}</Note>}
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
