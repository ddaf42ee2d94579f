import { useMemo } from 'react'

import type { CampaignCard } from '#shared/campaign.ts'

import { type Api, browserApi, type Arriving, toOutcome } from '../../../api/client.ts'

/** The lists of a person's campaigns, in their order. */
export const profileTabs = ['all', 'approved', 'pending', 'rejected'] as const
export type ProfileTab = (typeof profileTabs)[number]

type List = { campaigns: CampaignCard[]; next: string | null }
type Page = { after: string | null; list: Arriving<List> | null }

/** The list of a tab is loaded when the tab is first opened, unless the page came with it, and again with the page. */
export function useTabLists(page: Page) {
  const lists = useMemo(() => toLists(page), [page])
  return (tab: ProfileTab): Arriving<List> => {
    const list = lists.get(tab) ?? loadList(browserApi, tab, page.after)
    lists.set(tab, list)
    return list
  }
}

/** The server knows no stored tab, so it sends the first one. */
const toLists = ({ list }: Page) => new Map<ProfileTab, Arriving<List>>(list ? [['all', list]] : [])

export function loadList(api: Api, tab: ProfileTab, after: string | null) {
  return toOutcome(api.get('/account/campaigns', { status: tab === 'all' ? null : tab, after }))
}
