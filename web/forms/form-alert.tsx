import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** True where no toast announces the message. */
  isAnnounced?: boolean
}

/** What went wrong with a form, above its fields. */
export function FormAlert({ children, isAnnounced = false }: Props) {
  return (
    <p
      role={isAnnounced ? 'alert' : undefined}
      data-form-problem=""
      className="rounded-card border border-danger/40 bg-danger-soft px-4 py-3 font-medium text-danger"
    >
      {children}
    </p>
  )
}
