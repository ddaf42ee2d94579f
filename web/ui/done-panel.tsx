import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

import { Link } from '#web/router/navigate.tsx'

import { buttonClass } from './button.tsx'

type DonePanelProps = {
  children: ReactNode
  /** Where the mail went. */
  address?: string | undefined
  /** What comes next, in order. */
  next?: readonly string[]
  link?: { to: string; name: string }
  /** Nothing was done, for example because a link has expired. */
  isRefused?: boolean
}

/** What a form or the link of a mail has done: a mark, what happened, what comes next, and where to go. */
export function DonePanel({ children, address, next = [], link, isRefused }: DonePanelProps) {
  const Mark = isRefused ? CircleAlert : CircleCheck
  const color = isRefused ? 'text-warning' : 'text-success'
  return (
    <div className="card space-y-4 p-5">
      <output className="flex items-start gap-3">
        <Mark size={28} aria-hidden="true" className={`shrink-0 ${color}`} />
        <span className="min-w-0 space-y-1 self-center font-semibold text-pretty wrap-anywhere">
          {address !== undefined && <strong className="block">{address}</strong>}
          {children}
        </span>
      </output>
      {next.length > 0 && (
        <ol className="ml-3 space-y-2 border-l-2 border-line pl-6 text-sm text-muted">
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {link && (
        <Link to={link.to} className={buttonClass('quiet')}>
          {link.name}
        </Link>
      )}
    </div>
  )
}
