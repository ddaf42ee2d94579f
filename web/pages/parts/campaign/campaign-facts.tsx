import { CalendarDays, MapPin, Tag } from 'lucide-react'
import type { ReactNode } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'

import { campaignText } from '../../../text/campaign.ts'
import { categoryName } from '../../../text/category-name.ts'
import { formatDay } from '../../../text/day.ts'
import { isExpired, isClosed } from './time-left.tsx'

type CampaignFactsProps = Pick<
  CampaignDetail,
  'city' | 'country' | 'category' | 'endDate' | 'daysLeft' | 'status'
>

/** Place, category and end date. */
export function CampaignFacts(campaign: CampaignFactsProps) {
  const { city, country, category } = campaign
  const text = campaignText
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
      <Fact name={text.where} icon={<MapPin size={16} aria-hidden="true" />}>
        {text.place(city, country)}
      </Fact>
      <Fact name={text.category} icon={<Tag size={16} aria-hidden="true" />}>
        {categoryName(category)}
      </Fact>
      <Fact name={text.endDate} icon={<CalendarDays size={16} aria-hidden="true" />}>
        {describeEnd(campaign)}
      </Fact>
    </dl>
  )
}

/** Shows the date alone when the campaign was ended before it. */
function describeEnd({ endDate, daysLeft, status }: CampaignFactsProps): string {
  if (endDate === null) return campaignText.noEndDate
  const day = formatDay(endDate)
  if (isExpired(daysLeft)) return campaignText.endedOn(day)
  return isClosed({ daysLeft, status }) ? day : campaignText.endsOn(day)
}

function Fact({ name, icon, children }: { name: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt>
        <span className="sr-only">{name}</span>
        {icon}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
