import { classNames } from './class-names.ts'

/** Holds the place and the shape of what is coming; give it its size, and its corners if they are not the usual ones. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string | undefined }) {
  const corners = !className.includes('rounded-') && 'rounded-lg'
  return (
    <div aria-hidden="true" className={classNames('animate-pulse bg-line', corners, className)} />
  )
}
