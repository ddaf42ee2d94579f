import { languageCodes, languages } from '#shared/language.ts'
import { paths } from '#web/navigation/paths.ts'
import { language } from '#web/text/language.ts'
import { layoutText } from '#web/text/layout.ts'
import { classNames } from '#web/ui/class-names.ts'

/** A form with a button for each language, which works without script. The server responds with the same page in that language. */
export function LanguageChoice({ className }: { className?: string }) {
  return (
    <form
      method="post"
      action={paths.language}
      aria-label={layoutText.language}
      className={classNames('flex flex-wrap gap-1', className)}
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
