import { classNames } from './class-names.ts'

/** Holds the place and the shape of what is coming; give it its size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-pulse rounded-lg bg-line', className ?? 'h-4 w-full')}
    />
  )
}
