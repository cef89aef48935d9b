/** Draws a table of scores on a canvas, as a PNG. */
interface TableDrawing {
  title: string;
  /** How a tie was broken, or empty. */
  subtitle: string;
  caption: string;
  heads: string[];
  rows: { name: string; won: boolean; cells: number[] }[];
}

const WIDE = 1080;
const EDGE = 64;
const ROW = 92;
const TOP = 250;

/** Truncate a text to a width, with an ellipsis. */
function truncate(pen: CanvasRenderingContext2D, text: string, most: number): string {
  if (pen.measureText(text).width <= most) return text;
  let shorter = text;
  while (shorter && pen.measureText(`${shorter}…`).width > most) shorter = shorter.slice(0, -1);
  return `${shorter}…`;
}

export async function drawTable({ title, subtitle, caption, heads, rows }: TableDrawing): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDE;
  canvas.height = TOP + ROW * (rows.length + 1) + 110;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const face = getComputedStyle(document.documentElement).fontFamily;
  const font = (size: number, weight = 700): string => `${weight} ${size}px ${face}`;
  await document.fonts.ready;

  pen.fillStyle = '#F6EFE3';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#C0453B';
  pen.fillRect(0, 0, canvas.width, 18);
  pen.fillStyle = '#33272A';
  pen.textBaseline = 'alphabetic';
  let size = 60;
  do pen.font = font((size -= 2), 850);
  while (size > 30 && pen.measureText(title).width > WIDE - 2 * EDGE);
  pen.fillText(truncate(pen, title, WIDE - 2 * EDGE), EDGE, 120);
  pen.font = font(32);
  pen.fillStyle = '#6B5A58';
  if (subtitle) pen.fillText(truncate(pen, subtitle, WIDE - 2 * EDGE), EDGE, 176);
  pen.fillText(caption, EDGE, subtitle ? 222 : 176);

  const column = (WIDE - 2 * EDGE - 330) / heads.length;
  const right = (index: number): number => EDGE + 330 + column * (index + 1);
  pen.textAlign = 'right';
  pen.font = font(24);
  for (const [index, head] of heads.entries()) pen.fillText(truncate(pen, head, column - 10), right(index), TOP + 40);
  for (const [place, row] of rows.entries()) {
    const y = TOP + 60 + ROW * place;
    if (row.won) {
      pen.fillStyle = '#FFFFFF';
      pen.beginPath();
      pen.roundRect(EDGE - 24, y + 6, WIDE - 2 * EDGE + 48, ROW - 12, 20);
      pen.fill();
    }
    pen.fillStyle = '#33272A';
    pen.textAlign = 'left';
    pen.font = font(38, row.won ? 850 : 700);
    pen.fillText(truncate(pen, `${row.won ? '★ ' : ''}${row.name}`, 330), EDGE, y + 60);
    pen.textAlign = 'right';
    for (const [index, cell] of row.cells.entries()) {
      pen.font = font(index === row.cells.length - 1 ? 42 : 34, index === row.cells.length - 1 ? 850 : 700);
      pen.fillText(`${cell}`.replace('-', '−'), right(index), y + 60);
    }
  }
  pen.textAlign = 'left';
  pen.fillStyle = '#6B5A58';
  pen.font = font(28, 850);
  pen.fillText('Kaiten', EDGE, canvas.height - 48);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
