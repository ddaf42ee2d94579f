import { classNames } from './class-names.ts'

type ProgressProps = { value: number; max: number; label: string; className?: string | undefined }

/** A progress bar. Values above the maximum fill it. */
export function Progress({ value, max, label, className }: ProgressProps) {
  const limit = max > 0 ? max : 1
  return (
    <progress
      aria-label={label}
      value={Math.min(Math.max(value, 0), limit)}
      max={limit}
      className={classNames('bar', className)}
    />
  )
}
