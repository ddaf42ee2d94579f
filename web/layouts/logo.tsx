import { paths } from '#web/navigation/paths.ts'
import { layoutText } from '#web/text/layout.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/router/link.tsx'

export function Logo({ className }: { className?: string | undefined }) {
  const text = layoutText
  return (
    <Link
      to={paths.landing}
      aria-label={text.home}
      className={classNames('inline-flex min-h-11 items-center gap-2.5 rounded-lg', className)}
    >
      <Mark />
      <span aria-hidden="true" className="text-xl font-extrabold tracking-tight">
        {text.product}
      </span>
    </Link>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-9 shrink-0">
      <rect width="32" height="32" rx="10" fill="#013d2c" />
      <path d="M6 16h20a10 10 0 0 1-20 0Z" fill="#dff5e6" />
      <circle cx="16" cy="9" r="3.5" fill="#f5b841" />
    </svg>
  )
}
