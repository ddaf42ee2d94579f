import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { classNames } from './class-names.ts'

type TabsProps = {
  label: string
  selected: number
  onSelect: (index: number) => void
  tabs: readonly { name: ReactNode; content: ReactNode }[]
}

/** Tabs of the ARIA pattern, with arrow keys, Home and End. The parent may keep the current tab by not changing `selected`. */
export function Tabs({ label, selected, onSelect, tabs }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const wasMoved = useRef(false)
  useEffect(() => {
    // The first tab is in view until another was selected, and measuring lays the page out once more.
    if (selected === 0 && !wasMoved.current) return
    wasMoved.current = true
    scrollToTab(list.current, selected)
  }, [selected])
  const move = (event: KeyboardEvent) => {
    const next = getTarget(event.key, selected, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    onSelect(next)
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ name }, index) => (
          <button
            // eslint-disable-next-line react/no-array-index-key -- tabs are identified by their position
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
          // eslint-disable-next-line react/no-array-index-key -- panels are identified by their position
          key={index}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- required by the ARIA pattern
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

/** Up to four tabs share the width of a phone, in two lines if needed. */
const sharedClass = 'max-sm:shrink max-sm:grow max-sm:px-1 max-sm:text-sm'

/** Scrolls the selected tab into view on phones, without scrolling the page. */
function scrollToTab(list: HTMLElement | null, selected: number) {
  const tab = list?.children[selected]
  if (!list || !(tab instanceof HTMLElement)) return
  list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}

function getTarget(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
