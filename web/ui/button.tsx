import type { ComponentProps, MouseEvent } from 'react'

import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'quiet-danger'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  busy?: boolean | undefined
}

/** A busy button shows a spinner, ignores clicks, and keeps its width and focus. */
export function Button({
  variant = 'primary',
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...button
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...button}
      // eslint-disable-next-line react/button-has-type -- the type comes from the caller
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={click}
      className={classNames(buttonClass(variant), className)}
    >
      {busy && <Spinner className="absolute" />}
      <span className={classNames('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
    </button>
  )
}

const variants = {
  primary: 'border-transparent bg-forest text-on-forest hover:bg-forest-strong',
  quiet: 'border-control bg-card text-ink hover:border-ink hover:bg-mint hover:text-on-mint',
  danger: 'border-transparent bg-danger text-on-danger hover:brightness-90',
  /** For destructive actions that ask for confirmation. */
  'quiet-danger': 'border-control bg-card text-danger hover:border-danger hover:bg-danger-soft',
}

/** The classes of a button, also for links. */
export function buttonClass(variant: ButtonVariant = 'primary'): string {
  return classNames(
    // Forced colours show a transparent border, and nothing else of the shape.
    'relative inline-flex min-h-12 items-center justify-center gap-2 rounded-full border px-6 py-2.5 text-center font-semibold',
    'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55',
    variants[variant],
  )
}

/** Decorative: text beside it says what is in progress. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={classNames('size-5 animate-spin', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" strokeLinecap="round" />
    </svg>
  )
}
