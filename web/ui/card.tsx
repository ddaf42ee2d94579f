import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'

export function Card({ className, ...box }: ComponentProps<'div'>) {
  return <div {...box} className={classNames('card', className ?? 'p-5 sm:p-6')} />
}
