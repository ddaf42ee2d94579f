import type { ReactNode } from 'react'

import { formatNairaInText } from '#shared/money.ts'
import type { Supporter } from '#shared/supporter.ts'

import { formatMoment } from '../../../format/day.ts'
import { supportersText } from '../../../text/supporters.ts'

/** One supporter, as everyone reads it. `children` are the actions of organiser, reviewers and readers. */
export function SupporterItem({
  supporter,
  children,
}: {
  supporter: Supporter
  children?: ReactNode
}) {
  const text = supportersText
  const { name, amount, at, words, isWaiting, reply } = supporter
  return (
    <li className="border-b border-line py-4 last:border-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="wrap-anywhere">{name ?? text.anonymous}</strong>
        <span className={amount === null ? 'text-sm text-muted' : 'money font-semibold'}>
          {amount === null ? text.hiddenAmount : formatNairaInText(amount)}
        </span>
      </p>
      {at !== null && (
        <p className="text-sm text-muted">
          <time dateTime={at}>{formatMoment(at)}</time>
        </p>
      )}
      {words !== null && <p className="mt-2 whitespace-pre-line wrap-anywhere">{words}</p>}
      {isWaiting && <p className="mt-1 text-sm text-warning">{text.waiting}</p>}
      {reply !== null && (
        <div className="mt-3 border-l-4 border-line pl-3">
          <p className="text-sm text-muted">{text.reply}</p>
          <p className="whitespace-pre-line wrap-anywhere">{reply}</p>
        </div>
      )}
      {children}
    </li>
  )
}
