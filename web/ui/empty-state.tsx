import type { ReactNode } from 'react'

type EmptyStateProps = { title: ReactNode; text?: ReactNode; action?: ReactNode }

/** Shown instead of an empty list, with the next step. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-control/60 px-6 py-12 text-center">
      <Bowl />
      <p className="text-lg font-bold">{title}</p>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}

function Bowl() {
  return (
    <svg viewBox="0 0 96 64" aria-hidden="true" className="h-16 w-24">
      <ellipse cx="48" cy="58" rx="30" ry="4" className="fill-line" />
      <path d="M14 26h68c0 18-14 30-34 30S14 44 14 26Z" className="fill-mint" />
      <ellipse cx="48" cy="26" rx="34" ry="7" className="fill-card stroke-forest" strokeWidth="2" />
      <circle
        cx="48"
        cy="9"
        r="6"
        className="fill-none stroke-marigold"
        strokeWidth="2"
        strokeDasharray="3 3"
      />
    </svg>
  )
}
