import type { ReactNode } from 'react'

import { PageHead } from '../ui/page-head.tsx'
import { PublicLayout } from './public-layout.tsx'

type TaskPageProps = {
  title: string
  description?: string
  /** The way back, above the title. */
  back?: ReactNode
  width?: 'max-w-xl' | 'max-w-4xl'
  children: ReactNode
}

/** A public page with one task: its title, and the task in a column. */
export function TaskPage({ title, back, width = 'max-w-xl', children, ...head }: TaskPageProps) {
  return (
    <PublicLayout isTask>
      <PageHead title={title} {...head} />
      <div className={`wrap ${width} space-y-6 py-6 lg:py-10`}>
        {back}
        <h1 className="text-2xl font-extrabold wrap-anywhere">{title}</h1>
        {children}
      </div>
    </PublicLayout>
  )
}
