import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps, ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { Form } from './form.tsx'
import { PageView } from './page-view.tsx'
import type { NavigateOptions, Navigator } from './router.ts'

const navigate = vi.fn<Navigator['navigate']>(async () => undefined)
const navigator: Navigator = {
  navigate,
  revalidate: async () => undefined,
  prepare: async () => undefined,
}
const here = { pathname: '/a', search: '?x=1', hash: '#top', state: null, key: '1' }

type Shown = ComponentProps<typeof Form> & Pick<Navigator, 'opensDocuments'>

function show({ opensDocuments = false, ...props }: Shown, content: ReactNode, location = here) {
  const element = (
    <Form aria-label="Form" {...props}>
      {content}
      <button>Send</button>
    </Form>
  )
  const page = {
    location,
    matches: [{ route: { id: 'a', children: [], element }, path: '/a', params: {} }],
    loaderData: {},
    actionData: null,
    errors: null,
  }
  render(<PageView page={page} navigator={{ ...navigator, opensDocuments }} />)
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const getSent = () => {
  const [to, options] = navigate.mock.lastCall ?? []
  const { formData, ...rest } = (options ?? {}) as NavigateOptions
  return { to, fields: [...(formData ?? [])], formData, ...rest }
}
const fields = (
  <>
    <input name="name" defaultValue="Ada & Efe" />
    <input name="tag" defaultValue="one" />
    <input name="tag" defaultValue="two" />
    <input name="off" defaultValue="no" disabled />
  </>
)

beforeEach(() => void navigate.mockClear())

describe('a form that gets a page', () => {
  it('opens its own page with the fields in place of the search', async () => {
    show({}, fields)
    await press('Send')
    expect(getSent()).toMatchObject({
      to: { pathname: '/a', search: '?name=Ada+%26+Efe&tag=one&tag=two', hash: '' },
    })
    expect(getSent()).not.toHaveProperty('formMethod')
  })

  it('opens the page that it names, without what stood in its search', async () => {
    show({ action: '/found?old=1#top', replace: true }, <input name="q" defaultValue="" />)
    await press('Send')
    expect(getSent()).toMatchObject({
      to: { pathname: '/found', search: '?q=', hash: '' },
      replace: true,
    })
  })

  it('sends the name of a file, which is empty where none was chosen', async () => {
    show({}, <input name="file" type="file" />)
    await press('Send')
    expect(getSent().to).toMatchObject({ search: '?file=' })
  })
})

describe('a form that is posted', () => {
  it('is sent to the page with its search, encoded as browsers do', async () => {
    show({ method: 'post' }, fields)
    await press('Send')
    expect(getSent()).toMatchObject({
      to: { pathname: '/a', search: '?x=1', hash: '' },
      formMethod: 'post',
      fields: [
        ['name', 'Ada & Efe'],
        ['tag', 'one'],
        ['tag', 'two'],
      ],
    })
    expect(getSent().formData).toBeInstanceOf(URLSearchParams)
  })

  it('is sent to the page that it names', async () => {
    show({ method: 'post', action: '/b?y=2', replace: true }, fields)
    await press('Send')
    expect(getSent()).toMatchObject({ to: { pathname: '/b', search: '?y=2' }, replace: true })
  })

  it('has its files when it is made of parts', async () => {
    show({ method: 'post', encType: 'multipart/form-data' }, <input name="file" type="file" />)
    await press('Send')
    const { formData } = getSent()
    expect(formData).toBeInstanceOf(FormData)
    expect(formData?.get('file')).toBeInstanceOf(window.File)
  })

  it('has the name and value of the button that was pressed, and of no other', async () => {
    show(
      { method: 'post' },
      <>
        <button name="intent" value="keep">
          Keep
        </button>
        <button name="intent" value="drop">
          Drop
        </button>
      </>,
    )
    await press('Drop')
    expect(getSent().fields).toEqual([['intent', 'drop']])
    await press('Send')
    expect(getSent().fields).toEqual([])
  })

  it('is posted when its fields have the names of its properties', async () => {
    show(
      { method: 'post', action: '/b' },
      <>
        <input name="method" defaultValue="get" />
        <input name="action" defaultValue="/evil" />
        <input name="enctype" defaultValue="text/plain" />
      </>,
    )
    await press('Send')
    expect(getSent()).toMatchObject({ formMethod: 'post', to: { pathname: '/b' } })
  })

  it('stays on this site on a page whose path looks like another host', async () => {
    show({ method: 'post' }, fields, { ...here, pathname: '//evil.example/' })
    await press('Send')
    expect(getSent().to).toMatchObject({ pathname: '//evil.example/' })
  })
})

describe('a form', () => {
  it.each([
    ['it opens a document', { opensDocuments: true }],
    [
      'its own handler has handled it',
      { onSubmit: (event: { preventDefault: () => void }) => event.preventDefault() },
    ],
  ])('is not sent by the router when %s', (_, props) => {
    let isLeft: boolean | undefined
    window.addEventListener(
      'submit',
      (event) => {
        isLeft = !event.defaultPrevented
        event.preventDefault()
      },
      { once: true },
    )
    show({ method: 'post', ...props }, fields)
    fireEvent.submit(screen.getByRole('form'))
    expect(navigate).not.toHaveBeenCalled()
    expect(isLeft).toBe('opensDocuments' in props)
  })
})
