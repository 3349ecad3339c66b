#!/bin/sh
# Removes from the image what the server never runs or reads. deploy/Dockerfile runs it in the stage whose files become the image.
set -eu

# perl is for git's mail and import commands alone, gconv for other encodings than UTF-8; Node has its own time zones.
rm -rf /usr/share/perl /usr/share/perl5 /usr/bin/perl* /usr/lib/*-linux-gnu/perl /usr/lib/*-linux-gnu/perl5 \
  /usr/lib/*-linux-gnu/perl-base /usr/lib/*-linux-gnu/libperl.so* /usr/lib/*-linux-gnu/gconv /usr/share/zoneinfo
# The licences of the product stay.
find /usr/share/doc -mindepth 1 -maxdepth 1 ! -name clew -exec rm -rf {} +
rm -rf /usr/share/man /usr/share/info /usr/share/locale /usr/share/lintian /usr/share/bash-completion /usr/share/zsh /usr/share/fish
# Servers of git, and what it sends: the product reads by https and ssh.
cd /usr/lib/git-core
rm -f git-daemon git-imap-send git-http-backend git-http-push git-http-fetch git-shell git-instaweb git-credential-cache* scalar \
  git-sh-i18n--envsubst git-add--interactive git-archimport git-cvs* git-filter-branch git-p4 git-send-email git-svn git-subtree
cd /usr/bin
rm -f scalar git-shell openssl ssh-add ssh-agent ssh-argv0 ssh-copy-id ssh-keyscan
cd /
# An image is replaced, and never upgraded. The list of packages stays in /var/lib/dpkg/status, for scanners.
rm -rf /etc/apt /usr/sbin/* /usr/bin/apt* /usr/bin/dpkg* /usr/lib/apt /usr/lib/dpkg /usr/lib/*-linux-gnu/libapt-p* /usr/lib/systemd /usr/lib/udev \
  /usr/lib/clew/docs /var/lib/apt /var/lib/dpkg/info /var/cache/* /var/log/* /root/.cache /tmp/*
# No program gives a user other rights.
find / -xdev -type f -perm /6000 -exec chmod a-s {} +
