import { ArrowLeft, ArrowRight, List } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { useSearchParams, Link } from '#web/router/navigate.tsx'

import { staffListText as text } from '../../../text/staff-list.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** In an address: the first item of the page. */
export const firstItem = 'first'

/** The address of an item beside the list it belongs to. */
export function toItemSearch(search: URLSearchParams, item: string | null): { search: string } {
  const changed = new URLSearchParams(search)
  changed.delete('item')
  if (item !== null) changed.set('item', item)
  return { search: changed.toString() }
}

type Props = {
  id: string
  ids: readonly string[]
  /** Of the following page. */
  next: string | null
  children: ReactNode
}

/** One item of a list to decide about, with the way to the ones before and after it. */
export function ItemView({ id, ids, next, children }: Props) {
  const search = useSearchParams()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The item or the link that held the focus is gone.
    if (document.activeElement === document.body) box.current?.focus()
  }, [id])
  const at = ids.indexOf(id)
  const following = new URLSearchParams(search)
  if (next !== null) following.set('after', next)
  const after = at === ids.length - 1 && next !== null ? firstItem : ids[at + 1]
  const link = (item: string | undefined, name: string, icon: ReactNode, base = search) =>
    item !== undefined && (
      <Link to={toItemSearch(base, item)} className={buttonClass('quiet')}>
        {icon}
        {name}
      </Link>
    )
  return (
    <div ref={box} tabIndex={-1} className="space-y-4 outline-none">
      <nav aria-label={text.items} className="flex flex-wrap gap-3">
        {search.size > 0 && (
          <Link
            to={search.has('item') ? toItemSearch(search, null) : { search: '' }}
            className={buttonClass('quiet')}
          >
            <List aria-hidden="true" size={18} />
            {text.toList}
          </Link>
        )}
        {at > 0 && link(ids[at - 1], text.previous, <ArrowLeft aria-hidden="true" size={18} />)}
        {link(
          after,
          text.following,
          <ArrowRight aria-hidden="true" size={18} />,
          after === firstItem ? following : search,
        )}
      </nav>
      {children}
    </div>
  )
}

/**
 * The item of the address. When it has left the list, because it was decided, the one that follows takes its place. A list with a single
 * item shows it.
 */
export function useItem(ids: readonly string[], next: string | null): string | undefined {
  const search = useSearchParams()
  const item = search.get('item')
  const found = item === firstItem ? 0 : item === null ? -1 : ids.indexOf(item)
  const [last, setLast] = useState(-1)
  if (last !== found && (found >= 0 || item === null)) setLast(found)
  if (item !== null) return last < 0 ? undefined : ids[Math.min(last, ids.length - 1)]
  return ids.length === 1 && next === null && !search.has('after') ? ids[0] : undefined
}
