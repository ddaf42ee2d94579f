import { Search } from 'lucide-react'

import { paths } from '#web/navigation/paths.ts'
import { layoutText } from '#web/text/layout.ts'

/** Searches all campaigns. A plain form, which works without script. */
export function HeaderSearch({ className }: { className: string }) {
  const text = layoutText
  return (
    <search aria-label={text.searchLabel} className={className}>
      <form action={paths.publicCampaigns} className="relative">
        <input
          type="search"
          name="q"
          maxLength={100}
          aria-label={text.searchLabel}
          placeholder={text.findCampaigns}
          className="control rounded-full pr-12"
        />
        <button
          aria-label={text.search}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-muted hover:text-ink"
        >
          <Search aria-hidden="true" size={20} />
        </button>
      </form>
    </search>
  )
}
