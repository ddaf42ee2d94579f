import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'

import { pageDataId, type PageData } from '#shared/page.ts'
import { embeddedValues } from '#test/support/people/policy-values.ts'
import { testSite as site } from '#test/support/web/test-site.ts'

/** Only policies and help read from the API. */
async function answerApi(path: string) {
  if (path.endsWith('/policy-values')) return Response.json(embeddedValues)
  throw new Error('this page calls no other API')
}

/** Renders a page as the server does, puts it into the document, and runs the script of public pages. */
async function openPage(path: string) {
  history.replaceState(null, '', path)
  const { render } = await import('./render.tsx')
  const page = await render(new Request(site.origin + path), {
    fetchApi: answerApi,
    site,
  })
  if (page.kind !== 'page' || page.script !== 'visit') throw new Error('not a public page')
  const data: PageData = {
    site,
    entry: '',
    modules: [],
    styles: [],
    hydration: page.hydration,
    isShell: false,
  }
  const script = document.createElement('script')
  script.id = pageDataId
  script.type = 'application/json'
  script.textContent = JSON.stringify(data)
  const root = document.createElement('div')
  root.id = 'root'
  root.innerHTML = page.body
  document.body.replaceChildren(root, script)
  await runScript()
}

const removals: (() => void)[] = []

/** What the script listens to lasts as long as its document, but the tests of a worker share one. */
async function runScript() {
  const targets = [window, document]
  const added = targets.map((target) => vi.spyOn(target, 'addEventListener'))
  await act(async () => {
    await import('./visit.tsx')
    // The script does not wait for it, but it renders, too.
    await import('./pages/parts/donation/offline.tsx')
  })
  for (const [index, { mock }] of added.entries())
    for (const [type, listener] of mock.calls)
      removals.push(() => targets[index]?.removeEventListener(type, listener))
  for (const spy of added) spy.mockRestore()
}

afterEach(() => {
  for (const remove of removals.splice(0)) remove()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
  vi.resetModules()
})

it.each([
  ['/unsubscribe/token', 'Emails from this campaign'],
  ['/confirm-address/token', 'Confirm your email address'],
  ['/follow/token', 'Follow a campaign'],
  ['/report-message/token', 'Report a message'],
  ['/confirm-question/token', 'Confirm your question'],
  ['/secure-account/token', 'This wasn’t me'],
  ['/stop-refund/token', 'Stop a refund'],
  ['/end-monthly/token', 'End your monthly donation'],
  ['/verify', 'Verify a receipt'],
  ['/help', 'Help'],
])('hydrates %s without a mismatch', async (path, title) => {
  const errors = vi.spyOn(console, 'error')
  await openPage(path)
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(errors).not.toHaveBeenCalled()

  const menu = screen.getByLabelText('Menu')
  await userEvent.click(menu)
  const details = menu.closest('details') as HTMLElement
  expect(details).toHaveAttribute('open')
  await userEvent.keyboard('{Escape}')
  expect(details).not.toHaveAttribute('open')
  expect(within(details).getByText('How it works')).not.toBeVisible()
})
