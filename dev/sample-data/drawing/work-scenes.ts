import { indoors, outdoors, type Light } from './light.ts'
import { person } from './person.ts'
import { circle, each, ellipse, faint, line, path, rect, upTo, type Drawing } from './shapes.ts'
import { palm, tree, wheel } from './things.ts'

export const workScenes = { sewing, farm, bakery }

const cloths = [
  '#B93A1E',
  '#F5B841',
  '#00663F',
  '#8E44AD',
  '#2E86AB',
  '#E4572E',
  '#7FB2A5',
] as const

/** Machines in a row, and cloth of every colour on the wall. */
function sewing(): Drawing {
  return [
    indoors('#F6E7CF', '#C08A5C', '#9C6B45'),
    rect([60, 90, 1480, 16], '#8A5A35', 6),
    each(cloths, (fill, index) =>
      hangingCloth(90 + index * 208, fill, cloths[(index + 2) % cloths.length] ?? ''),
    ),
    ...[320, 800, 1280].map((x, index) =>
      person(x + 40, 960, 1.3, {
        top: ['#00663F', '#B93A1E', '#2E86AB'][index] ?? '',
        dress: true,
        hair: (['wrap', 'puffs', 'scarf'] as const)[index] ?? 'wrap',
        cloth: ['#F5B841', '#231712', '#F3D9A8'][index] ?? '',
        arms: 'forward',
      }),
    ),
    each([320, 800, 1280], (x, index) =>
      sewingMachine(x, 800, cloths[(index * 2 + 1) % cloths.length] ?? ''),
    ),
  ].join('')
}

function hangingCloth(x: number, fill: string, pattern: string): Drawing {
  return [
    path(
      `M${x} 100 H${x + 170} V430 Q${x + 128} 460 ${x + 85} 430 Q${x + 42} 400 ${x} 430 Z`,
      fill,
    ),
    each(upTo(6), (index) =>
      circle(x + 44 + (index % 2) * 82, 160 + Math.floor(index / 2) * 90, 22, pattern),
    ),
    each(upTo(6), (index) =>
      circle(x + 44 + (index % 2) * 82, 160 + Math.floor(index / 2) * 90, 9, '#FFF8EA'),
    ),
  ].join('')
}

function sewingMachine(x: number, y: number, cloth: string): Drawing {
  return [
    rect([x - 190, y, 380, 30], '#7A5237', 6),
    rect([x - 170, y + 30, 24, 170], '#54595E'),
    rect([x + 146, y + 30, 24, 170], '#54595E'),
    path(
      `M${x - 130} ${y} V${y - 110} Q${x - 130} ${y - 140} ${x - 96} ${y - 140} H${x + 110} V${y - 96} H${x - 70} V${y - 40} H${x + 60} V${y} Z`,
      '#2B2F33',
    ),
    circle(x + 122, y - 112, 34, '#54595E'),
    circle(x + 122, y - 112, 14, '#B9B9B9'),
    rect([x - 118, y - 44, 10, 44], '#B9B9B9'),
    line(`M${x - 90} ${y - 118} h110`, '#F5B841', 6),
    path(
      `M${x - 186} ${y} Q${x - 120} ${y - 34} ${x - 20} ${y - 4} L${x - 30} ${y + 90} Q${x - 110} ${y + 60} ${x - 186} ${y + 96} Z`,
      cloth,
    ),
  ].join('')
}

/** Rows of green, a tractor, and a harvest in baskets. */
function farm(light: Light): Drawing {
  return [
    outdoors(light, 520),
    tree(110, 560, 1),
    palm(1510, 580, 1.1),
    each(upTo(9), (index) =>
      path(
        `M${800 + (index - 4.5) * 60} 520 L${800 + (index - 4.5) * 420} 1000 h190 L${800 + (index - 4) * 60} 520 Z`,
        index % 2 === 0 ? '#7A5237' : '#8E6340',
      ),
    ),
    each(upTo(8), (column) =>
      each(upTo(5), (row) =>
        plant(
          800 + (column - 3.5) * (70 + row * 62),
          560 + row * row * 20 + row * 26,
          0.34 + row * 0.16,
        ),
      ),
    ),
    tractor(),
    person(330, 930, 1.15, {
      top: '#F28C28',
      dress: true,
      hair: 'wrap',
      cloth: '#00663F',
      arms: 'carry',
    }),
    basket(330, 810),
    person(520, 950, 1.1, {
      top: '#FFFFFF',
      bottom: '#27496D',
      hair: 'cap',
      cloth: '#C9A26B',
      arms: 'forward',
    }),
    line('M548 760 L480 960', '#6B4A30', 12),
    basket(180, 950),
    basket(690, 970),
  ].join('')

  function tractor() {
    return [
      rect([1010, 590, 250, 130], '#B93A1E', 16),
      rect([1180, 440, 190, 200], '#B93A1E', 14),
      rect([1200, 460, 150, 110], '#CFE8EE', 8),
      rect([1060, 500, 18, 100], '#3E4A52'),
      circle(1280, 560, 26, '#5B3A29'),
      wheel(1310, 730, 120),
      wheel(1060, 780, 70),
      faint(0.5, ellipse([1070, 470], [26, 16], '#FFFFFF')),
    ].join('')
  }
}

function plant(x: number, y: number, scale: number): Drawing {
  return each([-1, 0, 1], (turn) =>
    path(
      `M${x} ${y} Q${x + (turn * 60 - 20) * scale} ${y - 90 * scale} ${x + turn * 70 * scale} ${y - 130 * scale} Q${x + (turn * 50 + 20) * scale} ${y - 70 * scale} ${x} ${y} Z`,
      turn === 0 ? '#3E8354' : '#5C9B5F',
    ),
  )
}

function basket(x: number, y: number): Drawing {
  return (
    each([-44, 0, 44, -22, 22], (dx, index) =>
      circle(x + dx, y - 66 - (index > 2 ? 26 : 0), 30, '#E8C08A'),
    ) +
    path(`M${x - 84} ${y - 64} H${x + 84} L${x + 60} ${y + 10} H${x - 60} Z`, '#9A6B42') +
    line(`M${x - 76} ${y - 40} H${x + 76} M${x - 68} ${y - 16} H${x + 68}`, '#7A5237', 6)
  )
}

/** Bread fresh from a clay oven. */
function bakery(): Drawing {
  return [
    indoors('#F3DDB3', '#A9744A', '#8A5A35'),
    path('M140 700 Q140 240 470 240 Q800 240 800 700 Z', '#B5673F'),
    path('M200 700 Q200 300 470 300 Q740 300 740 700 Z', '#C97B4A'),
    path('M330 700 Q330 470 470 470 Q610 470 610 700 Z', '#3A1F12'),
    path(
      'M380 700 Q400 600 440 640 Q450 560 490 620 Q520 570 540 650 Q566 620 566 700 Z',
      '#F28C28',
    ),
    path('M420 700 Q440 640 470 670 Q500 630 526 700 Z', '#FFD66B'),
    each(
      upTo(3),
      (row) =>
        rect([960, 260 + row * 130, 560, 20], '#7A5237', 4) +
        each(upTo(5), (index) => loaf(1010 + index * 110, 260 + row * 130)),
    ),
    person(880, 960, 1.35, {
      top: '#FFFFFF',
      bottom: '#27496D',
      hair: 'cap',
      cloth: '#FFFFFF',
      arms: 'forward',
    }),
    rect([980, 800, 540, 40], '#9A6B42', 8),
    rect([1010, 840, 30, 160], '#7A5237'),
    rect([1460, 840, 30, 160], '#7A5237'),
    each(upTo(4), (index) => loaf(1060 + index * 125, 800)),
    person(240, 970, 1.2, {
      top: '#00663F',
      dress: true,
      hair: 'wrap',
      cloth: '#E4572E',
      arms: 'carry',
    }),
    each(upTo(3), (index) => loaf(190 + index * 50, 834)),
  ].join('')
}

function loaf(x: number, y: number): Drawing {
  return (
    path(
      `M${x - 46} ${y} Q${x - 54} ${y - 54} ${x} ${y - 56} Q${x + 54} ${y - 54} ${x + 46} ${y} Z`,
      '#D99A5B',
    ) + line(`M${x - 20} ${y - 44} l10 22 M${x + 6} ${y - 46} l10 22`, '#B5763A', 6)
  )
}
