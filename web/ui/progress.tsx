import { classNames } from './class-names.ts'

type ProgressProps = { value: number; max: number; label: string; className?: string | undefined }

/** How far something is. More than all of it is still a full bar. */
export function Progress({ value, max, label, className }: ProgressProps) {
  const end = max > 0 ? max : 1
  return (
    <progress
      aria-label={label}
      value={Math.min(Math.max(value, 0), end)}
      max={end}
      className={classNames('bar', className)}
    />
  )
}
