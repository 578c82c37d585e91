# Run a program as units do: as an account without rights, where nothing can be written but the folders that are named.
#   confined.sh UID WRITABLE:WRITABLE HIDDEN:HIDDEN PROGRAM ARGUMENT...
# Run by `unshare --mount --propagation private`, as root. HIDDEN are folders below /root or /tmp that hold Python and its
# packages: other accounts cannot enter the one, and the program gets a /tmp of its own in place of the other.
set -eu
uid=$1 writable=$2 hidden=$3
shift 3
IFS=:
stage=$(mktemp -d /run/reddog-test.XXXXXX)
mount -t tmpfs -o mode=755 tmpfs "$stage"
number=0
for folder in $hidden; do
    number=$((number + 1))
    mkdir "$stage/$number"
    mount --rbind "$folder" "$stage/$number"
done
mount -t tmpfs -o mode=755 tmpfs /root
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs /tmp
number=0
for folder in $hidden; do
    number=$((number + 1))
    mkdir -p "$folder"
    mount --rbind "$stage/$number" "$folder"
done
umount -l "$stage"
unset IFS
# Whatever else this machine has mounted, too.
while read -r _ target type _; do
    case $type in
        ext* | xfs | btrfs | f2fs | overlay | zfs) mount -o remount,bind,ro "$target" ;;
    esac
done < /proc/self/mounts
IFS=:
for folder in $writable; do
    mount --bind "$folder" "$folder"
    mount -o remount,bind,rw "$folder"
done
unset IFS
if [ "$uid" = 0 ]; then
    exec "$@"
fi
exec setpriv --reuid="$uid" --regid="$uid" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
