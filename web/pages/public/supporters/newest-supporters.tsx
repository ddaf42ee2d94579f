import type { Supporters } from '#shared/supporter.ts'
import { Link } from '#web/router/link.tsx'

import { supportersPath } from '../../../navigation/paths.ts'
import { supportersText } from '../../../text/supporters.ts'
import { SupporterItem } from './supporter-item.tsx'

/** The newest supporters on the campaign page. */
export function NewestSupporters({ page, slug }: { page: Supporters; slug: string }) {
  const text = supportersText
  if (page.supporters.length === 0) return null
  return (
    <section aria-labelledby="supporters">
      <h2 id="supporters" className="text-xl font-bold">
        {text.title}
      </h2>
      <ul className="mt-2">
        {page.supporters.map((supporter) => (
          <SupporterItem key={supporter.id} supporter={supporter} />
        ))}
      </ul>
      <Link to={supportersPath(slug)} className="link inline-flex min-h-11 items-center">
        {text.all}
      </Link>
    </section>
  )
}
