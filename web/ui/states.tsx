import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

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

type ErrorStateProps = {
  title: ReactNode
  text?: ReactNode
  retryLabel: string
  onRetry?: (() => void) | undefined
  busy?: boolean | undefined
}

/** Shown when something could not be loaded, with a retry button (readings A6). */
export function ErrorState({ title, text, retryLabel, onRetry, busy }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border border-danger/40 bg-danger-soft px-6 py-10 text-center"
    >
      <CircleAlert size={32} aria-hidden="true" className="text-danger" />
      <p className="text-lg font-bold text-danger">{title}</p>
      {text && <p className="max-w-prose">{text}</p>}
      {onRetry && (
        <Button variant="quiet" busy={busy} onClick={onRetry} className="mt-2">
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

type SkeletonProps = { className?: string; corners?: `rounded-${string}` }

/** A placeholder while content loads. The caller sets its size. */
export function Skeleton({ className = 'h-4 w-full', corners = 'rounded-lg' }: SkeletonProps) {
  return (
    <div aria-hidden="true" className={classNames('animate-pulse bg-line', corners, className)} />
  )
}

type ProgressProps = { value: number; max: number; label: string; className?: string | undefined }

/** A progress bar. Values above the maximum fill it. */
export function Progress({ value, max, label, className }: ProgressProps) {
  const limit = max > 0 ? max : 1
  return (
    <progress
      aria-label={label}
      value={Math.min(Math.max(value, 0), limit)}
      max={limit}
      className={classNames('bar', className)}
    />
  )
}
