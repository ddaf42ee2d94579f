import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from './button.tsx'

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
