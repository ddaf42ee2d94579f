import type { Page } from '@playwright/test'

import type { Ajo } from './ajo.ts'
import { signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'

/** More than half of the points from which an edit waits. */
const sentence = 'The shelves have arrived, and they look good.'

/** An edit of a public campaign that went live and that reviewers must check. Returns the campaign's slug. */
export async function makeLiveEdit(guest: Page, ajo: Ajo): Promise<string> {
  const context = await guest.context().browser()?.newContext({ baseURL: ajo.url })
  if (!context) throw new Error('there is no browser')
  const owner = await context.newPage()
  await signIn(owner, ajo, 'owner')
  const { id, slug } = await addCampaign(ajo, 'Shelves for the school of Nsukka')
  const answer = await owner.request.get(`/api/campaigns/${id}/form`)
  const { values } = (await answer.json()) as { values: { description: string } }
  const saved = await owner.request.put(`/api/campaigns/${id}`, {
    data: { ...values, description: `${values.description}\n\n${sentence}` },
    headers: { origin: ajo.url },
  })
  const { waits } = (await saved.json()) as { waits?: boolean }
  if (waits !== false) throw new Error('the edit did not go live')
  await context.close()
  return slug
}
