import { classNames } from './class-names.ts'

type SkeletonProps = { className?: string; corners?: `rounded-${string}` }

/** A placeholder while content loads. The caller sets its size. */
export function Skeleton({ className = 'h-4 w-full', corners = 'rounded-lg' }: SkeletonProps) {
  return (
    <div aria-hidden="true" className={classNames('animate-pulse bg-line', corners, className)} />
  )
}
