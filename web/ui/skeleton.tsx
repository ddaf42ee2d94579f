import { classNames } from './class-names.ts'

type SkeletonProps = { className?: string; corners?: `rounded-${string}` }

/** Holds the place and the shape of what is coming; give it its size. */
export function Skeleton({ className = 'h-4 w-full', corners = 'rounded-lg' }: SkeletonProps) {
  return (
    <div aria-hidden="true" className={classNames('animate-pulse bg-line', corners, className)} />
  )
}
