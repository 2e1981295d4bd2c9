// From the unit square to a quadrilateral, as a camera sees it.

/**
 * Return (u, v) -> [x, y] that takes (0,0), (1,0), (1,1), (0,1) to the four corners.
 * Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3.
 */
export function mapping([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const area = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (sx * dy2 - dx2 * sy) / area;
  const k = (dx1 * sy - sx * dy1) / area;
  const [a, b] = [x1 - x0 + g * x1, x3 - x0 + k * x3];
  const [d, e] = [y1 - y0 + g * y1, y3 - y0 + k * y3];
  return (u, v) => {
    const w = g * u + k * v + 1;
    return [(a * u + b * v + x0) / w, (d * u + e * v + y0) / w];
  };
}
