import { ChevronRight } from 'lucide-react'
import type * as z from 'zod/mini'

import type { campaignListSchema } from '#shared/campaign.ts'
import { Link } from '#web/router/link.tsx'

import { campaignPath, paths } from '../../../navigation/paths.ts'
import { overviewText } from '../../../text/overview.ts'
import { Badge } from '../../../ui/badge.tsx'
import { NoCampaigns } from './no-campaigns.tsx'

const maxCampaigns = 3

type Props = { headingId: string; list: z.output<typeof campaignListSchema> }

/** Up to three approved campaigns and the total count (specification §2). */
export function OngoingCampaigns({ headingId, list }: Props) {
  const text = overviewText
  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <h2 id={headingId} className="text-xl font-bold">
          {text.ongoing}
        </h2>
        <Badge tone="neutral">
          <span aria-hidden="true">{list.total}</span>
          <span className="sr-only">{text.ongoingCount(list.total)}</span>
        </Badge>
      </div>
      {list.campaigns.length === 0 ? (
        <NoCampaigns />
      ) : (
        <ul className="grid gap-3">
          {list.campaigns.slice(0, maxCampaigns).map(({ id, title, description }) => (
            <li key={id}>
              <Link
                to={campaignPath(id)}
                className="card group flex items-center gap-4 p-4 transition-colors duration-150 hover:border-forest sm:p-5"
              >
                <span className="min-w-0 grow">
                  <span className="block font-bold wrap-anywhere group-hover:text-forest">
                    {title}
                  </span>
                  <span className="line-clamp-2 text-sm text-muted wrap-anywhere">
                    {description}
                  </span>
                </span>
                <ChevronRight aria-hidden="true" className="shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Link to={paths.campaigns} className="link">
          {text.all}
        </Link>
      </p>
    </>
  )
}
