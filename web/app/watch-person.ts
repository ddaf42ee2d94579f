import { browserNames } from '#shared/browser-names.ts'
import type { OwnView } from '#shared/own-view.ts'
import type { Hydration } from '#shared/page.ts'

import { readCookie } from '../api/cookies.ts'
import { setSignedIn } from '../pages/parts/session/signed-in.ts'

type Page = Pick<Hydration, 'matches' | 'loaderData'>
type Own = Pick<OwnView, 'account'> & Partial<OwnView>

/**
 * Adds what is a person's own to a page that is the same for everybody. The cookie `uid` says without a request whether someone may be signed in:
 * after the page has loaded, when it comes back out of the browser's memory, and when its window is seen again. Returns a function that stops it.
 */
export function watchPerson(page: Page): () => void {
  const campaignId = findCampaignId(page)
  let shown: string | undefined
  const update = async () => {
    const uid = readCookie(browserNames.uid)
    if (uid === shown) return
    shown = uid
    const view = uid === undefined ? null : await readOwnView(campaignId)
    if (uid !== shown) return
    const person = view?.account ?? null
    setSignedIn({
      person,
      ...(campaignId && person && { own: { campaignId, view: view as OwnView } }),
    })
  }
  const listener = () => void update()
  listener()
  addEventListener('pageshow', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    removeEventListener('pageshow', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/**
 * One request, on the page of a campaign together with what it shows this person. The answer is trusted like the document, so no schema parses it.
 * Null, and thus the page of a visitor, if it fails.
 */
async function readOwnView(campaignId: string | undefined): Promise<Own | null> {
  const path = campaignId === undefined ? 'session' : `campaigns/${campaignId}/own-view`
  try {
    const response = await fetch(`/api/${path}`)
    return response.ok ? ((await response.json()) as Own) : null
  } catch {
    return null
  }
}

/** The campaign of whose page this is. */
function findCampaignId({ matches, loaderData }: Page): string | undefined {
  const data = loaderData[matches.at(-1)?.id ?? '']
  return (data as { campaign?: { id?: string } } | undefined)?.campaign?.id
}
