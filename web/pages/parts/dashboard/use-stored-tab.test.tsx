import { act, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

import { useStoredTab } from './use-stored-tab.ts'

function Tab({ opened }: { opened?: 'profile' | 'security' }) {
  return useStoredTab('settings-tab', ['profile', 'security'], opened).name
}

/** Hydrates what the server rendered. */
async function hydrate(page: ReactElement) {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  const html = container.innerHTML
  const onRecoverableError = vi.fn<(error: unknown) => void>()
  await act(async () => hydrateRoot(container, page, { onRecoverableError }))
  expect(onRecoverableError).not.toHaveBeenCalled()
  return html
}

it('is the first tab on the server, and the stored one after hydration', async () => {
  localStorage.setItem('settings-tab', 'security')
  expect(await hydrate(<Tab />)).toBe('profile')
  expect(screen.getByText('security')).toBeVisible()
})

it('is the tab that the page opens, although another one is stored', async () => {
  localStorage.setItem('settings-tab', 'security')
  expect(await hydrate(<Tab opened="profile" />)).toBe('profile')
  expect(screen.getByText('profile')).toBeVisible()
})
