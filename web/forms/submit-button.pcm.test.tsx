import { render } from '@testing-library/react'
import { expect, it } from 'vitest'

import { SubmitButton } from './submit-button.tsx'

it('counts down in Pidgin', () => {
  render(<SubmitButton wait={{ retryAfterSeconds: 42 }}>Send</SubmitButton>)
  expect(document.querySelector('[aria-hidden="true"]')).toHaveTextContent(
    'You fit try again after 42 seconds.',
  )
})
