import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { classNames } from './class-names.ts'

type TabsProps = {
  label: string
  selected: number
  onSelect: (index: number) => void
  tabs: readonly { name: ReactNode; content: ReactNode }[]
  className?: string | undefined
}

/** Tabs after the ARIA pattern: arrow keys, Home and End move; the owner may refuse a tab by not selecting it. */
export function Tabs({ label, selected, onSelect, tabs, className }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => showTab(list.current, selected), [selected])
  const move = (event: KeyboardEvent) => {
    const next = destination(event.key, selected, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    onSelect(next)
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ name }, index) => (
          <button
            // eslint-disable-next-line react/no-array-index-key -- a tab is its place
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => onSelect(index)}
            onKeyDown={move}
            className={classNames(tabClass, tabs.length <= 4 && sharedClass)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ content }, index) => (
        <div
          // eslint-disable-next-line react/no-array-index-key -- a panel is its tab's
          key={index}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the pattern asks for it
          tabIndex={0}
          hidden={index !== selected}
          className="rounded-card pt-6"
        >
          {content}
        </div>
      ))}
    </div>
  )
}

const tabClass = classNames(
  '-mb-px min-h-12 shrink-0 rounded-t-lg border-b-2 border-transparent px-4 py-2.5 font-semibold text-muted',
  'outline-offset-[-2px] transition-colors duration-150 hover:text-ink aria-selected:border-forest aria-selected:text-forest',
)

/** A few share the width of a phone, in two lines if they must. */
const sharedClass = 'max-sm:shrink max-sm:grow max-sm:px-1 max-sm:text-sm'

/** On a phone not all tabs fit beside each other: the selected one is brought into view, and nothing else moves. */
function showTab(list: HTMLElement | null, selected: number) {
  const tab = list?.children[selected]
  if (!list || !(tab instanceof HTMLElement)) return
  list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}

function destination(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
