import type { ComponentProps, MouseEvent } from 'react'

import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'quiet-danger'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  busy?: boolean | undefined
}

/** While busy it turns, keeps its width and its focus, and presses do nothing. */
export function Button({
  variant = 'primary',
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...button
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...button}
      // eslint-disable-next-line react/button-has-type -- the caller's, or 'button'
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      className={classNames(buttonClass(variant), className)}
    >
      {busy && <Spinner className="absolute" />}
      <span className={classNames('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
    </button>
  )
}

const looks = {
  primary: 'bg-forest text-on-forest hover:bg-forest-strong',
  quiet: 'border border-control bg-card text-ink hover:border-ink hover:bg-mint hover:text-on-mint',
  danger: 'bg-danger text-on-danger hover:brightness-90',
  /** Opens what only asks, or can be taken back. */
  'quiet-danger':
    'border border-control bg-card text-danger hover:border-danger hover:bg-danger-soft',
}

/** The look of a button, for links that lead somewhere. */
export function buttonClass(variant: ButtonVariant = 'primary'): string {
  return classNames(
    'relative inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-6 py-2.5 text-center font-semibold',
    'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55',
    looks[variant],
  )
}
