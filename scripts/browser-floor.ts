import type { Plugin } from 'postcss'

/** The oldest browsers in which every page works with its script (docs/decisions/0009-public-pages.md#old-browsers). */
export const browserFloor = { chrome: '92', firefox: '102', safari: '15.4' }

/** Browsers before Chromium 99 drop rules in layers, and those before Chromium 108 lengths in `dvh`. Tailwind writes its layers in their order. */
export const flatStyles: Plugin = {
  postcssPlugin: 'flat-styles',
  OnceExit(root) {
    root.walkAtRules('layer', (layer) => void layer.replaceWith(layer.nodes ?? []))
    root.walkDecls(/height$/, (declaration) => {
      const older = declaration.value.replaceAll('dvh', 'vh')
      if (older !== declaration.value) declaration.cloneBefore({ value: older })
    })
  },
}
