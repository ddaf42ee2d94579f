import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { TextProvider, useText, type Translations } from './text.tsx'

const fruit = { mango: 'mango', orange: 'orange' }
const tool = { hoe: 'hoe' }

function Shelf() {
  return (
    <p>
      {useText(fruit).mango} {useText(tool).hoe}
    </p>
  )
}

it('says things in English where nothing else was chosen', () => {
  render(<Shelf />)
  expect(screen.getByText('mango hoe')).toBeDefined()
})

it('takes the words of the chosen language, and English where it has none', () => {
  const yoruba: Translations = new Map([[fruit, { mango: 'máńgòrò', orange: 'ọsàn' }]])
  render(
    <TextProvider translations={yoruba}>
      <Shelf />
    </TextProvider>,
  )
  expect(screen.getByText('máńgòrò hoe')).toBeDefined()
})
