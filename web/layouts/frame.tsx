import { FlaskConical } from 'lucide-react'

import { languageCodes, languages } from '#shared/language.ts'
import { useSite } from '#web/api/site.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Link } from '#web/router/navigate.tsx'
import { language } from '#web/text/language.ts'
import { layoutText as text } from '#web/text/layout.ts'
import { classNames } from '#web/ui/class-names.ts'

export const mainId = 'main'

export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className="fixed -top-24 left-3 z-50 rounded-full bg-ink px-5 py-3 font-semibold text-cream focus:top-3"
    >
      {text.skip}
    </a>
  )
}

export function Logo({ className }: { className?: string | undefined }) {
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

/** The style sheet of a brand covers it (`brandStyles`). */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="mark size-9 shrink-0">
      <rect width="32" height="32" rx="10" fill="#013d2c" />
      <path d="M6 16h20a10 10 0 0 1-20 0Z" fill="#dff5e6" />
      <circle cx="16" cy="9" r="3.5" fill="#f5b841" />
    </svg>
  )
}

/** Says that no real money is charged, in sandbox and test mode. */
export function ModeNote() {
  const { mode } = useSite()
  if (mode === 'live') return null
  return (
    <aside
      aria-label={text.modeNote}
      className="flex items-center justify-center gap-2 bg-marigold px-4 py-1.5 text-center text-sm font-medium text-on-marigold"
    >
      <FlaskConical size={16} aria-hidden="true" className="shrink-0" />
      <p>{text.mode[mode]}</p>
    </aside>
  )
}

/** A form with a button for each language, which works without script. The server responds with the same page in that language. */
export function LanguageChoice() {
  return (
    <form
      method="post"
      action={paths.language}
      aria-label={text.language}
      className="flex flex-wrap gap-1"
    >
      {languageCodes.map((code) => (
        <button
          key={code}
          name="language"
          value={code}
          lang={code}
          aria-current={code === language.code ? 'true' : undefined}
          className="min-h-11 rounded-full px-4 text-sm font-semibold text-muted hover:bg-mint hover:text-on-mint aria-[current]:bg-mint aria-[current]:text-on-mint"
        >
          {languages[code]}
        </button>
      ))}
    </form>
  )
}
