import type { ComponentProps, ReactNode } from 'react'

type SectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  id: string
  title: ReactNode
  heading?: string
  /** In a card among others. */
  isSmall?: boolean
}

/** A part of a page, which its heading names to screen readers. */
export function Section({ id, title, isSmall, children, ...props }: SectionProps) {
  const { heading = isSmall ? 'font-bold' : 'text-xl font-bold', ...section } = props
  return (
    <section {...section} aria-labelledby={id}>
      <h2 id={id} className={heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
