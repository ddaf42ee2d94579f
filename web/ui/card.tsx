import type { ComponentProps, ReactNode } from 'react'

import { classNames } from './class-names.ts'

export function Card({ className, ...box }: ComponentProps<'div'>) {
  return <div {...box} className={classNames('card', className ?? 'p-5 sm:p-6')} />
}

export type Tone = 'success' | 'danger' | 'warning' | 'info' | 'neutral'

type BadgeProps = {
  tone: Tone
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A status in words. The colour is redundant. */
export function Badge({ tone, icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full border border-transparent px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap [&_svg]:size-4',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}

const tones = {
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
  info: 'bg-info-soft text-info',
  neutral: 'bg-mint text-on-mint',
}
