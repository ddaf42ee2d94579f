import { Link } from 'react-router'

import { paths } from '../../paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { useText } from '../../text/text.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Specification §2: 'No Campaigns Available', and what to do about it. */
export function NoCampaigns({ category }: { category?: string | null }) {
  const { campaigns: text } = useText(dashboardText)
  if (category)
    return (
      <EmptyState
        title={text.none}
        text={text.noneInCategory(category)}
        action={
          <Link to={paths.campaigns} className={buttonClass('quiet')}>
            {text.showAll}
          </Link>
        }
      />
    )
  return (
    <EmptyState
      title={text.none}
      text={text.noneHint}
      action={
        <Link to={paths.createCampaign} className={buttonClass()}>
          {text.create}
        </Link>
      }
    />
  )
}
