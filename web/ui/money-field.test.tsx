import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'

import { amountSentences } from '#shared/text/amount-sentences.ts'
import { expectAccessible } from '#test/support/web/render.tsx'

import { groupThousands, MoneyField } from './money-field.tsx'

describe('groupThousands', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['1234', '1,234'],
    ['1234567', '1,234,567'],
    ['1,2345', '12,345'],
    ['1234.', '1,234.'],
    ['1234.5', '1,234.5'],
    ['1234.567', '1,234.56'],
    ['.5', '0.5'],
    ['₦ 1,500', '1,500'],
    ['0050', '50'],
    ['0', '0'],
    ['-5', '-5'],
    ['5k', '5k'],
  ])('formats %j as %j', (typed, grouped) => {
    expect(groupThousands(typed)).toBe(grouped)
  })

  it.each(['1.234,50', '1.234.567', '5.000', '5k'])(
    'does not change %j, which is not an amount',
    (typed) => {
      expect(groupThousands(typed)).toBe(typed)
    },
  )
})

describe('MoneyField', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Amount')
  const caretAt = (place: number) => field().setSelectionRange(place, place)

  it('groups digits while typing and submits the text', async () => {
    render(
      <form aria-label="Donate">
        <MoneyField label="Amount" name="amount" />
      </form>,
    )
    await userEvent.type(field(), '1250000.5')

    expect(field()).toHaveValue('1,250,000.5')
    const form = screen.getByRole<HTMLFormElement>('form')
    expect(new FormData(form).get('amount')).toBe('1,250,000.5')
    await expectAccessible()
  })

  it.each(['50000', '150000', '1,500,000', '12345.50'])(
    'finds nothing wrong with %s, typed key by key',
    async (text) => {
      render(<MoneyField label="Amount" />)
      await userEvent.type(field(), text)
      expect(screen.queryByText(amountSentences.form)).not.toBeInTheDocument()
    },
  )

  it('keeps the caret after the typed digit', async () => {
    render(<MoneyField label="Amount" defaultValue="1234" />)
    expect(field()).toHaveValue('1,234')
    await userEvent.click(field())
    caretAt(1)

    await userEvent.keyboard('99')

    expect(field()).toHaveValue('199,234')
    expect(field().selectionStart).toBe(3)
  })

  it('deletes the digit next to a separator', async () => {
    render(<MoneyField label="Amount" defaultValue="1234567" />)
    await userEvent.click(field())
    caretAt(2)
    await userEvent.keyboard('{Backspace}')
    expect(field()).toHaveValue('234,567')
    expect(field().selectionStart).toBe(0)

    caretAt(3)
    await userEvent.keyboard('{Delete}')
    expect(field()).toHaveValue('23,467')
  })

  it('accepts a pasted amount with its currency sign', async () => {
    render(<MoneyField label="Amount" />)
    await userEvent.click(field())
    await userEvent.paste('₦2500000')
    expect(field()).toHaveValue('2,500,000')
  })

  it('keeps a text that is no amount, and says what is wrong until it is corrected', async () => {
    render(<MoneyField label="Amount" />)
    await userEvent.type(field(), '-5')
    expect(field()).toHaveValue('-5')
    expect(screen.getByText(amountSentences.negative)).toBeVisible()
    expect(field()).toHaveAccessibleDescription(amountSentences.negative)

    await userEvent.clear(field())
    await userEvent.type(field(), '1250.505')
    expect(field()).toHaveValue('1,250.50')
    expect(screen.getByText(amountSentences.decimals)).toBeVisible()

    await userEvent.type(field(), '{Backspace}5')
    expect(screen.queryByText(amountSentences.decimals)).not.toBeInTheDocument()
  })

  it('passes the grouped text to react-hook-form', async () => {
    const onSubmit = vi.fn()
    function Form() {
      const { register, handleSubmit } = useForm({ defaultValues: { amount: '' } })
      return (
        <form onSubmit={handleSubmit((values) => onSubmit(values))}>
          <MoneyField label="Amount" {...register('amount')} />
        </form>
      )
    }
    render(<Form />)
    await userEvent.type(field(), '5000{Enter}')
    await expect.poll(() => onSubmit).toHaveBeenCalledWith({ amount: '5,000' })
  })
})

it('keeps a comma that may be a decimal one, so that its text is refused', async () => {
  render(<MoneyField label="Amount" />)
  const field = screen.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.type(field, '1,5k')
  expect(field).toHaveValue('1,5k')
  await userEvent.clear(field)
  await userEvent.type(field, '1,500')
  expect(field).toHaveValue('1,500')
  await userEvent.type(field, '0')
  expect(field).toHaveValue('15,000')
})
