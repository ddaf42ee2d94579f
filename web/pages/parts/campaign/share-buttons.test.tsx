import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import { renderAt } from '#test/support/web/render.tsx'

import { ShareButtons } from './share-buttons.tsx'

const url = 'https://ajo.example/c/a-well'
const show = () => renderAt('/', '/', <ShareButtons url={url} title="A well & a pump" />)

it.each([
  ['Facebook', 'https://www.facebook.com/sharer/sharer.php?u='],
  ['WhatsApp', 'https://wa.me/?text='],
  ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?url='],
  ['Telegram', 'https://t.me/share/url?url='],
  ['Reddit', 'https://www.reddit.com/submit?url='],
])('shares on %s with a plain link that sends no referrer', (network, address) => {
  show()
  const link = screen.getByRole('link', { name: `Share on ${network}` })
  const href = link.getAttribute('href') ?? ''
  expect(href.startsWith(address)).toBe(true)
  expect(href).toContain(encodeURIComponent(url))
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

it('shows an error when the browser forbids copying', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
  show()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/Couldn’t copy the link/)).toBeInTheDocument()
})
