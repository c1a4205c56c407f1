"""Pictures: sizes read from file headers, a small PNG decoder and encoder, and the results of the jobs."""
import struct
import zlib

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
DECODE_LIMIT = 600_000  # pixels; unfiltering these in plain Python takes about a second
# Which rows a product colors (as fractions of the height), and how strongly.
ZONES = {"foundation": (0, 1, 0.35), "lipstick": (0.6, 0.75, 0.8), "lip_liner": (0.58, 0.62, 0.9)}

class Unreadable(Exception):
    """The bytes are not a picture of the stated type."""

def measure(data, media_type):
    """Width and height in pixels, from the header; None if the bytes are no picture of that type."""
    try:
        size = {"image/png": png_size, "image/jpeg": jpeg_size, "image/webp": webp_size}[media_type](data)
    except (KeyError, struct.error, IndexError):
        return None
    return size if size and all(size) else None

def png_size(data):
    if data.startswith(PNG_SIGNATURE) and data[12:16] == b"IHDR":
        return struct.unpack_from(">II", data, 16)

def jpeg_size(data):
    at = 2 if data[:3] == b"\xff\xd8\xff" else len(data)
    while data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return struct.unpack_from(">HH", data, at + 5)[::-1]
        if marker in (0xD9, 0xDA):
            return None  # the picture begins, or ends, without a frame header
        at += 1 if marker == 0xFF else 2 + struct.unpack_from(">H", data, at + 2)[0]

def webp_size(data):
    kind = data[12:16] if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        return tuple(side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    if kind == b"VP8L" and data[20] == 0x2F:
        bits = struct.unpack_from("<I", data, 21)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and len(data) >= 30:
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1

def decode(data, media_type):
    """(width, height, planes), the planes being red, green and blue; None if there is no decoder for the picture."""
    if media_type != "image/png":
        return None
    chunks, at = {}, len(PNG_SIGNATURE)
    while b"IEND" not in chunks:
        size = int.from_bytes(data[at:at + 4], "big")
        kind, body, checksum = data[at + 4:at + 8], data[at + 8:at + 8 + size], data[at + 8 + size:at + 12 + size]
        if len(checksum) < 4 or zlib.crc32(kind + body) != int.from_bytes(checksum, "big"):
            raise Unreadable("a PNG chunk is damaged or cut short")
        chunks[kind] = chunks.get(kind, b"") + body
        at += 12 + size
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"][:13])
    channels = {0: 1, 2: 3, 4: 2, 6: 4}.get(color)
    if channels is None or depth != 8 or interlaced or width * height > DECODE_LIMIT:
        return None
    line, flat, above = width * channels, bytearray(), bytes(width * channels)
    try:
        raw = zlib.decompressobj().decompress(chunks.get(b"IDAT", b""), height * (line + 1))
    except zlib.error:
        raise Unreadable("the PNG data is damaged") from None
    if len(raw) < height * (line + 1):
        raise Unreadable("the PNG data is cut short")
    for start in range(0, len(raw), line + 1):
        above = unfilter(raw[start], raw[start + 1:start + 1 + line], above, channels)
        flat += above
    planes = [bytes(flat[channel::channels]) for channel in range(channels)]
    return width, height, planes[:3] if channels >= 3 else planes[:1] * 3

def unfilter(kind, row, above, pixel):
    """A row of bytes without its PNG filter; `above` is the row before, `pixel` the bytes of a pixel."""
    if kind == 0:
        return row
    if kind > 4:
        raise Unreadable("an unknown PNG filter")
    out = bytearray(len(row))
    for i, value in enumerate(row):
        left, corner = (out[i - pixel], above[i - pixel]) if i >= pixel else (0, 0)
        up = above[i]
        to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        nearest = left if to_left <= min(to_up, to_corner) else up if to_up <= to_corner else corner
        out[i] = (value + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
    return out

def encode_png(width, height, planes):
    """(bytes, width, height) of an RGB picture as a PNG file."""
    flat = bytearray(width * height * 3)
    for index, plane in enumerate(planes):
        flat[index::3] = plane
    rows = b"".join(b"\0" + flat[start:start + width * 3] for start in range(0, len(flat), width * 3))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
              for kind, body in ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))]
    return PNG_SIGNATURE + b"".join(chunks), width, height

def drawn(width, height):
    """A stand-in for a source that cannot be decoded: a shaded surface of the same proportions."""
    scale = min(1, 512 / max(width, height))
    width, height = max(1, round(width * scale)), max(1, round(height * scale))
    return width, height, [b"".join(bytes([top - 60 * y // height]) * width for y in range(height))
                           for top in (230, 190, 165)]

def tint(picture, rows, stops):
    """Blends some rows toward a color. `stops` is (color, opacity) for dark values and the same for light ones."""
    width, height, planes = picture
    (dark, dark_opacity), (light, light_opacity) = stops
    first = min(height - 1, int(rows[0] * height))
    start, end = first * width, max(first + 1, int(rows[1] * height)) * width
    result = []
    for plane, low, high in zip(planes, bytes.fromhex(dark[1:]), bytes.fromhex(light[1:])):
        table = bytearray(256)
        for value in range(256):
            part = value / 255
            opacity = dark_opacity + (light_opacity - dark_opacity) * part
            table[value] = round(value * (1 - opacity) + (low + (high - low) * part) * opacity)
        result.append(plane[:start] + plane[start:end].translate(table) + plane[end:])
    return width, height, result

def read(job, role):
    """An input of a job; a drawn picture where there is no decoder, or where a plan wants a bad file to succeed."""
    data, media_type, width, height = job.sources[role]
    if job.environment == "test":
        return drawn(240, 320)  # test keys get fixtures, whatever they uploaded
    try:
        picture = decode(data, media_type)
    except Unreadable:
        if job.plan.outcome.get("status") != "succeeded":
            raise
        picture = None
    return picture or drawn(width, height)

def make_results(job):
    """(output, pictures) of a job that succeeds. Each picture is (output member, role, (bytes, width, height))."""
    make = {"skin.analyze": skin, "makeup.apply": makeup, "hair.try_on": hair}[job.operation]
    return make(job, read(job, "source"))

def skin(job, picture):
    unavailable = job.plan.outcome.get("unavailable") or {}
    basis = job.sources["source"][0] if job.environment == "live" else b"fixture"
    concerns, shown = [], []
    for concern in job.request["concerns"]:
        reason = unavailable.get(concern)
        # The range of a score is not shown: here 0 to 100, with one decimal, derived from the bytes of the source.
        score = None if reason else zlib.crc32(basis + concern.encode()) % 1001 / 10
        concerns.append({"concern": concern, "score": score, "status": "unavailable" if reason else "measured",
                         "unavailable_reason": reason})
    for wish in job.request["visualizations"]:
        if wish["concern"] not in unavailable:  # of what was not measured, there is nothing to show
            stop = ("#ffffff", 1) if wish["kind"] == "mask" else ("#d04040", 0.5)
            area = tint(drawn(*picture[:2]), (0.3, 0.7), (stop, stop))
            shown.append(("visualizations", f"{wish['kind']}.{wish['concern']}", encode_png(*area)))
    return {"type": "skin.analysis", "concerns": concerns, "analysis_version": "skin-2026-09-draft.1",
            "visualizations": []}, shown

def makeup(job, picture):
    for product in job.request["products"]:  # the first product is the lowest layer
        *rows, strength = ZONES[product["category"]]
        stop = product["color"], product["opacity"] * strength
        picture = tint(picture, rows, (stop, stop))
    return {"type": "makeup.try_on", "revision": 1}, [("image", "image", encode_png(*picture))]

def hair(job, picture):
    gradient = job.request["color_gradient"]
    stops = [(gradient[part]["color"], gradient[part]["opacity"]) for part in ("dark", "light")]
    result, mask = tint(picture, (0, 0.35), stops), "hair_mask" in job.sources and read(job, "hair_mask")
    if mask and mask[:2] == picture[:2]:
        result = *mask[:2], [bytes(new if bright > 127 else old for bright, new, old in zip(mask[2][0], *pair))
                             for pair in zip(tint(picture, (0, 1), stops)[2], picture[2])]
    output = {"type": "hair.try_on", "revision": 1, "applied": {"color_gradient": gradient}}
    return output, [("image", "image", encode_png(*result))]
