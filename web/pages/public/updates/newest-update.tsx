import type { CampaignUpdates } from '#shared/campaign-update.ts'
import { Link } from '#web/router/link.tsx'

import { updatesPath } from '../../../navigation/paths.ts'
import { updatesText } from '../../../text/updates.ts'
import { UpdateItem } from './update-item.tsx'

/** The newest update on the campaign page, and where the organiser writes one. */
export function NewestUpdate({ page, slug }: { page: CampaignUpdates; slug: string }) {
  const [newest] = page.updates
  const text = updatesText
  if (!newest && !page.canWrite) return null
  return (
    <section aria-labelledby="updates">
      <h2 id="updates" className="text-xl font-bold">
        {text.title}
      </h2>
      {newest && <UpdateItem update={newest} />}
      <Link to={updatesPath(slug)} className="link inline-flex min-h-11 items-center">
        {page.canWrite ? text.write : text.all}
      </Link>
    </section>
  )
}
