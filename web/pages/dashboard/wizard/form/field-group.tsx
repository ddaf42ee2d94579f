import type { ReactNode } from 'react'

type Props = { title: string; example?: string; children: ReactNode }

/** Fields of a tab that belong together, below a heading and an example. */
export function FieldGroup({ title, example, children }: Props) {
  return (
    <section className="grid gap-5 not-first:border-t not-first:border-line not-first:pt-6">
      <div>
        <h2 className="text-lg font-bold">{title}</h2>
        {example !== undefined && <p className="text-sm text-muted">{example}</p>}
      </div>
      {children}
    </section>
  )
}
