"""A link between this network and a namespace, of two TUN devices, on which each packet takes a while.

delayed-link.py NAMESPACE DEVICE HERE THERE MILLISECONDS: says "ready", and ends with its stdin. The kernels of build machines
seldom have netem; TUN they have.
"""
import fcntl, heapq, os, select, struct, subprocess, sys, time

namespace, device, here, there, milliseconds = sys.argv[1:]
one_way = float(milliseconds) / 2000


def tun(name):
    file = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    # TUNSETIFF with IFF_TUN | IFF_NO_PI
    fcntl.ioctl(file, 0x400454CA, struct.pack('16sH22s', name.encode(), 0x1001, b''))
    return file


def ip(*words):
    subprocess.run(['ip', *words], check=True)


near, far = tun(device), tun(device + 'x')
ip('addr', 'add', here, 'peer', there, 'dev', device)
ip('link', 'set', device, 'up')
ip('link', 'set', device + 'x', 'netns', namespace)
ip('-n', namespace, 'addr', 'add', there, 'peer', here, 'dev', device + 'x')
ip('-n', namespace, 'link', 'set', device + 'x', 'up')
ip('-n', namespace, 'link', 'set', 'lo', 'up')
print('ready', flush=True)

other = {near: far, far: near}
due = []
while True:
    wait = max(0, due[0][0] - time.monotonic()) if due else None
    readable, _, _ = select.select([near, far, sys.stdin], [], [], wait)
    if sys.stdin in readable and not os.read(0, 4096):
        break
    now = time.monotonic()
    for file in readable:
        while file in other:
            try:
                packet = os.read(file, 65536)
            except BlockingIOError:
                break
            heapq.heappush(due, (now + one_way, len(due), other[file], packet))
    while due and due[0][0] <= time.monotonic():
        _, _, to, packet = heapq.heappop(due)
        try:
            os.write(to, packet)
        except BlockingIOError:
            pass
